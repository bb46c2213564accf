import { expect, test } from 'vitest';
import { parseJson } from '@/lib/json/exact';
import { csvCell, exportLines, exportName, type ExportedEvent, type ExportFacts } from './event-export';

const id = `0x${'ab'.repeat(32)}`;
const events: ExportedEvent[] = [
  {
    id: 9n,
    kind: 'ToolSlashedEvent',
    tx_digest: 'tx9',
    sender_address: id,
    payload: { tool: id, fqn: '=cmd|calc', amount: 9007199254740993n },
    onchain_at: null,
    received_at: 0,
  },
  {
    id: 8n,
    kind: 'BrandNewEvent',
    tx_digest: '-tx8',
    sender_address: id,
    payload: {},
    onchain_at: '2026-05-04T10:00:00Z',
    former: true,
  },
];
const facts: ExportFacts = {
  filters: { kinds: 'ToolSlashed', sender: undefined },
  rows_from: 'GET /events',
  index: { host: 'index.test', release: null, network: 'testnet', log_id: 'L1' },
  made_at: Date.UTC(2026, 10, 21, 12, 3, 11),
  complete: false,
};

test('NDJSON begins with its manifest and keeps integers exact, unknown null', () => {
  const lines = [...exportLines('ndjson', events, facts)].join('').trimEnd().split('\n');
  expect(parseJson(lines[0]!)).toMatchObject({
    manifest: {
      filters: { kinds: 'ToolSlashed' },
      index: { host: 'index.test', release: null },
      made_at: '2026-11-21T12:03:11.000Z',
      count: 2,
      complete: false,
      columns: { onchain_at: expect.stringContaining('unknown') as string },
    },
  });
  expect(lines[1]).toContain('"amount":9007199254740993');
  expect(lines.slice(1).map((line) => parseJson(line))).toMatchObject([
    { id: 9, log: 'current', onchain_at: null, received_at: '1970-01-01T00:00:00.000Z', family: 'tool' },
    { id: 8, log: 'previous', onchain_at: '2026-05-04T10:00:00Z', received_at: null, family: null },
  ]);
});

test('CSV has its manifest in one cell, then heads, then rows; unknown is an empty cell', () => {
  const lines = [...exportLines('csv', events, facts)].join('').trimEnd().split('\r\n');
  expect(lines).toHaveLength(4);
  expect(lines[0]).toMatch(/^"# \{""what""/);
  expect(lines[1]).toMatch(/^id,log,kind,family,onchain_at,/);
  expect(lines[2]).toMatch(/^9,current,ToolSlashedEvent,tool,,1970-01-01T00:00:00.000Z,tx9,/);
  expect(lines[3]).toContain(",'-tx8,");
});

test.each(['=1+1', '+1', '-1', '@sum', '\t=1', '\r=1', '\n=1'])('%j is no formula', (text) => {
  expect(csvCell(text).replace(/^"/, '')).toMatch(/^'/);
});

test('cells are quoted where they must be, and numbers stay numbers', () => {
  expect(['a,b', 'a"b', 'a\nb', 'plain', null, -5n].map((value) => csvCell(value))).toEqual([
    '"a,b"',
    '"a""b"',
    '"a\nb"',
    'plain',
    '',
    '-5',
  ]);
});

test('the name says when', () => {
  expect(exportName('csv', facts.made_at)).toBe('events-2026-11-21T12-03-11.csv');
});
