import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { count } from '@/scripts/test-size';
import { createSseParser } from './sse';

const parse = (text: string | Buffer, cuts: number[] = []) => {
  const bytes = Buffer.from(text);
  const parser = createSseParser();
  const edges = [0, ...[...cuts].map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  return edges.slice(1).flatMap((end, place) => parser.push(bytes.subarray(edges[place], end)));
};
const normal = (id: number, data: string) =>
  `id: ${id}\nevent: message\n${data
    .split('\n')
    .map((line) => `data: ${line}\n`)
    .join('')}\n`;

describe('frames from bytes', () => {
  it('are the same wherever chunks are split and whatever ends the lines', () => {
    const event = fc.record({
      data: fc.string({ unit: 'binary', minLength: 1 }).map((text) => `{"t":${JSON.stringify(text)}}`),
      end: fc.constantFrom('\n', '\r', '\r\n'),
      comment: fc.boolean(),
      space: fc.constantFrom('', ' '),
    });
    fc.assert(
      fc.property(fc.array(event), fc.array(fc.nat()), fc.boolean(), (events, cuts, bom) => {
        const text = events
          .map(({ data, end, comment, space }, place) =>
            [
              `id:${space}${place}`,
              ...(comment ? [': alive'] : []),
              'event: message',
              `data:${space}${data}`,
              '',
              '',
            ].join(end),
          )
          .join('');
        const frames = parse((bom ? '\ufeff' : '') + text, cuts);
        expect(frames.map(({ bytes }) => bytes.toString())).toEqual(
          events.map(({ data }, place) => normal(place, data)),
        );
      }),
      { numRuns: count(100, 3_000) },
    );
  });

  it.each([
    ['unfinished', 'id: 1\nevent: message\ndata: {}\n'],
    ['without an id', 'event: message\ndata: {}\n\n'],
    ['without data', 'id: 1\nevent: message\n\nid: 2\n\n'],
    ['with an invalid id', 'id: 1x\ndata: {}\n\nid: -1\ndata: {}\n\nid: 1\u0000\ndata: {}\n\n'],
    ['with another event name', 'id: 1\nevent: relay-closed\ndata: {}\n\n'],
    ['with an unknown field', 'idx: 1\nnonsense\ndata: {}\n\n'],
  ])('%s are not events', (_, text) => {
    expect(parse(text)).toEqual([]);
  });

  it('join several data lines, around comments', () => {
    const [frame] = parse('id: 1\n: inside\ndata: {"id":1,\n:\ndata: "kind":"WalkAdvancedEvent"}\n\n');
    expect(frame?.bytes.toString()).toBe(normal(1, '{"id":1,\n"kind":"WalkAdvancedEvent"}'));
  });

  it('stop at the limit and return what was complete before it', () => {
    const parser = createSseParser(100);
    const whole = parser.push(
      Buffer.from(`id: 1\ndata: ${'x'.repeat(80)}\n\nid: 2\ndata: ${'y'.repeat(60)}`),
    );
    expect(whole.map(({ id }) => id)).toEqual([1n]);
    expect(parser.oversize).toBeUndefined();
    expect(parser.push(Buffer.from('y'.repeat(60)))).toEqual([]);
    expect(parser.oversize).toEqual({ id: 2n });
    expect(parser.push(Buffer.from('\n\nid: 3\ndata: z\n\n'))).toEqual([]);
  });
});
