import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseJson } from '@/lib/json/exact';
import { csvOf, exportName, ndjsonOf } from './rows-export';

const manifest = {
  request: '/tools?verified=false',
  exported_at: '2026-11-21T10:00:00.000Z',
  rows: 1,
  total_items: 1,
  complete: true,
};

test('NDJSON: the manifest first, then a row a line, integers exact', () => {
  const row = { fqn: 'a', vault: 9007199254740993n, verified: null };
  const lines = ndjsonOf(manifest, [row]).trimEnd().split('\n').map(parseJson);
  expect(lines).toEqual([{ manifest }, row]);
});

test('CSV: unknown is empty, empty text is not, integers are exact, quotes and lines survive', () => {
  const text = csvOf([
    { a: null, b: '', c: 9007199254740993n, d: 'say "no"\nor, yes' },
    { a: false, e: { deep: 1n } },
  ]);
  expect(text).toBe(
    'a,b,c,d,e\r\n,"",9007199254740993,"say ""no""\nor, yes",\r\nfalse,,,,"{""deep"":1}"\r\n',
  );
});

test('no text can start a formula, whatever it is; a negative number stays a number', () => {
  fc.assert(
    fc.property(fc.constantFrom('=', '+', '-', '@', '\t', '\r'), fc.string(), (first, rest) => {
      const field = csvOf([{ a: first + rest }], ['a'])
        .split('\r\n')
        .slice(1)
        .join('\r\n');
      expect(field).toMatch(/^"?'/);
    }),
  );
  expect(csvOf([{ a: -1n }])).toBe('a\r\n-1\r\n');
});

test('the name tells what and when', () => {
  expect(exportName('stake events', manifest, 'csv')).toBe('stake-events-2026-11-21T100000000Z.csv');
});
