import { readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';

const css = readFileSync('app/globals.css', 'utf8');

function tokensOf(selector: string): Record<string, string> {
  const start = css.indexOf(`${selector} {`);
  const body = css.slice(start, css.indexOf('}', start));
  return Object.fromEntries(
    [...body.matchAll(/--color-([\w-]+): (#[0-9a-f]{6});/g)].map((m) => [m[1]!, m[2]!]),
  );
}

function channels(hex: string): [number, number, number] {
  const part = (at: number) => parseInt(hex.slice(at, at + 2), 16) / 255;
  return [part(1), part(3), part(5)];
}

const linear = (c: number) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);

function luminance(hex: string): number {
  const [r, g, b] = channels(hex).map(linear) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

const GROUNDS = ['bg', 'surface', 'surface-2', 'surface-3'];
const STATUS = ['ok', 'run', 'warn', 'fail', 'idle'];

describe.each([
  ['dark', tokensOf('@variant dark')],
  ['light', tokensOf('@theme static')],
])('tokens of the %s theme', (_, tokens) => {
  const families = Object.keys(tokens).filter((name) => name.startsWith('fam-'));
  const texts = ['text', 'text-2', 'text-3', 'accent', ...STATUS, ...families];

  it('has eight families', () => expect(families).toHaveLength(8));

  it.each(texts)('%s is readable (AA) on every ground', (text) => {
    for (const ground of [...GROUNDS, 'accent-weak'])
      expect
        .soft(contrast(tokens[text]!, tokens[ground]!), `${text} on ${ground}`)
        .toBeGreaterThanOrEqual(4.5);
  });

  it('the label of a primary button is readable', () =>
    expect(contrast(tokens['on-accent']!, tokens['accent']!)).toBeGreaterThanOrEqual(4.5));
});

test('the hues of forced colours are visible on black and on white', () => {
  const hues = Object.entries(tokensOf(':root:root'));
  expect(hues).toHaveLength(STATUS.length + 8);
  for (const [name, hue] of hues)
    for (const ground of ['#000000', '#ffffff'])
      expect.soft(contrast(hue, ground), `${name} on ${ground}`).toBeGreaterThanOrEqual(3);
});
