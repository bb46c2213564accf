import { expect, test } from 'vitest';
import { isPartOfLabel, suggest } from './suggestions';

const known = { recents: [], labels: [], actions: [], nameOf: () => null };
const suggested = (text: string) => suggest(text, known).map(({ what, id }) => `${what} ${id}`);

test.each([
  '1204',
  '#1204',
  '1,204',
  '1.204',
  '1\u202f204',
  'ev-1204',
  '#ev-1204',
  '１２０４',
  '\u200e1204\u200b',
])('offers the event %j', (text) => expect(suggested(text)).toContain('event 1204'));

test.each(['12.5', '1,20', '2026.11.21', '2026-11-21', '0x1204', '99999999999999999999', 'ev-'])(
  'offers no event for %j',
  (text) => expect(suggested(text).filter((title) => title.startsWith('event '))).toEqual([]),
);

test('finds pages and kinds by words with invisible characters or full-width letters', () => {
  expect(suggested('\u200bTasks\u200e')).toContain('page Tasks');
  expect(suggested('ＤＡＧCreated')).toContain('event kind DAGCreated');
});

test('keeps a label in the browser, however it is typed', () => {
  const labels = [{ type: 'dag', ref: `0x${'a'.repeat(64)}`, label: 'ＡＣＭＥ Berlin' }] as const;
  for (const text of ['acme', 'ＡＣＭＥ', 'ac\u200bme', 'berl'])
    expect(isPartOfLabel(text, labels)).toBe(true);
  expect(isPartOfLabel('\u200b', labels)).toBe(false);
});
