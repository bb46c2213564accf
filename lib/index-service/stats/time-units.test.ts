import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { piecesOf, unitsWithin } from './time-units';

const UNIT_MS = { day: 86_400_000, hour: 3_600_000, minute: 60_000, entry: 1 };
const time = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2026, 0, 9) });
const text = (ms: number) => new Date(ms).toISOString();

test('the pieces of a window follow each other from its start to its end, in whole units', () => {
  fc.assert(
    fc.property(time, time, (a, b) => {
      const [from, to] = [Math.min(a, b), Math.max(a, b)];
      let reached = from;
      for (const piece of piecesOf({ from: text(from), to: text(to) }, ['day', 'hour', 'minute'])) {
        const [start, end] = [Date.parse(piece.from ?? ''), Date.parse(piece.to ?? '')];
        expect(start).toBe(reached);
        expect([start % UNIT_MS[piece.unit], end % UNIT_MS[piece.unit]]).toEqual([0, 0]);
        reached = end;
      }
      expect(reached).toBe(to);
    }),
  );
});

test('an open window has open pieces', () => {
  expect(piecesOf({}, ['day'])).toEqual([{ unit: 'day', from: undefined, to: undefined }]);
  expect(piecesOf({ from: '2026-01-01T12:00:00Z' }, ['day'])).toEqual([
    { unit: 'entry', from: '2026-01-01T12:00:00.000Z', to: '2026-01-02T00:00:00.000Z' },
    { unit: 'day', from: '2026-01-02T00:00:00.000Z', to: undefined },
  ]);
});

test('a bound that is finer than a millisecond excludes that millisecond', () => {
  const [piece] = piecesOf({ from: '2026-01-01T12:00:00.123001Z' }, ['minute']);
  expect(piece?.from).toBe('2026-01-01T12:00:00.124Z');
});

test('pieces are not larger than a bucket', () => {
  expect(unitsWithin('hour', ['day', 'hour', 'minute'])).toEqual(['hour', 'minute']);
  expect(unitsWithin('week', ['day', 'hour'])).toEqual(['day', 'hour']);
  expect(unitsWithin('minute', ['day', 'hour'])).toEqual([]);
});
