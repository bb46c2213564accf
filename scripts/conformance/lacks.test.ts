// The table for the operator of an index.
import { expect, test } from 'vitest';
import { endpointOf, lacksTable, listingsWithoutWords } from './lacks';
import type { Rule } from './rule';
import type { Result } from './run';

const rule = (name: string): Rule => ({
  name,
  section: '4',
  requirement: 'is so',
  check: async () => ({ verdict: 'pass' }),
});
const failed = (name: string, shown: string, reason: string): Result => ({
  rule: rule(name),
  outcome: { verdict: 'fail', reason },
  shown,
});

test.each([
  ['GET /leaders?status=active', '/leaders'],
  ['GET /leaders/0x12', '/leaders/{id}'],
  ['GET /agents/0x12/skills/3/revisions?page_size=2', '/agents/{id}/skills/{number}/revisions'],
  ['GET /tools/a.b%401', '/tools/{fqn}'],
  ['GET /priority-fee-vault/events', '/priority-fee-vault/events'],
])('%s asks %s', (shown, endpoint) => expect(endpointOf(shown)).toBe(endpoint));

test('every specified listing says what the console cannot do without it', () => {
  expect(listingsWithoutWords()).toEqual([]);
});

test('a missing endpoint is one row, a failing rule its own; other endpoints are listed apart', () => {
  const results = [
    failed('listing.envelope /agents', 'GET /agents', 'status 404, expected 200'),
    failed('listing.paging /agents', 'GET /agents?page_size=2', 'status 404, expected 200'),
    failed('filter.kind /tools', 'GET /tools?kind=chain', 'a row with kind http | chain'),
    { rule: rule('listing.total /dags'), outcome: { verdict: 'pass' as const }, shown: 'GET /dags' },
  ];
  const lines = lacksTable(
    results,
    new Map([
      ['/executions', 404],
      ['/executions/{id}', 200],
    ]),
  );
  const rows = lines.filter((line) => line.startsWith('| /'));
  expect(rows).toHaveLength(3);
  expect(rows[0]).toContain('| /agents | 4 | is so (`GET /agents`) | status 404, expected 200 | List agents');
  expect(rows[1]).toContain('http \\| chain | Trust this filter');
  expect(rows[2]).toContain('| /executions | status 404 | Executions are listed by their payments');
});

test('reports that an index lacks nothing', () => {
  expect(lacksTable([], new Map()).join('\n')).toContain('Nothing: every rule');
});
