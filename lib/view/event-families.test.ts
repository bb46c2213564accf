import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { families, type Family } from '@/lib/contract/event-kinds/catalogue';
import { familyLooks, hues } from './event-families';

test('every family has its own label, and all eight hues are in use', () => {
  const looks = (Object.keys(families) as Family[]).map((family) => familyLooks[family]);
  expect(new Set(looks.map(({ label }) => label)).size).toBe(12);
  expect(new Set(looks.map(({ hue }) => hue))).toEqual(new Set(hues));
});

test('every hue is a token of the style sheet', () => {
  const css = readFileSync(new URL('../../app/globals.css', import.meta.url), 'utf8');
  for (const hue of hues) expect(css).toContain(`--color-fam-${hue}:`);
});
