import { expect, test } from 'vitest';
import { plainText } from './sentence-parts';
import { contractChange, contractPhrases } from './skill-contract';

const DAG = `0x${'d'.repeat(64)}`;
const words = (dag_binding: object, requirements: object | null) =>
  contractPhrases({ dag_binding, requirements } as never).map((parts) => plainText(parts));

test('a contract says what is run, who pays and how often', () => {
  expect(
    words(
      { variant: 'Pinned', dag_id: DAG },
      {
        payment_policy: { variant: 'AgentFunded', max_budget_mist: 2_500_000_000n },
        schedule_policy: { variant: 'Once' },
      },
    ),
  ).toEqual(['pinned to DAG 0xdddd…dddd', 'funded by the agent up to 2.5 SUI', 'runs once']);
  expect(
    words(
      { variant: 'RuntimeSelected' },
      {
        payment_policy: { variant: 'UserFunded' },
        schedule_policy: { variant: 'Recurring', min_interval_ms: 3_600_000n, max_occurrences: 12n },
        fixed_tools: [{ tool_registry_id: DAG, tool_fqn: 'a.b.c@1' }],
      },
    ),
  ).toEqual([
    'each task chooses its DAG',
    'funded by the user',
    'recurs at most every 1 hour, 12 times',
    'always calls a.b.c@1',
  ]);
});

test('what cannot be read is left out', () => {
  expect(words({ variant: 'Later' }, { payment_policy: { variant: 'UserFunded' } })).toEqual([
    'funded by the user',
  ]);
  expect(words({ variant: 'Pinned', dag_id: DAG }, null)).toHaveLength(1);
  expect(words({}, { payment_policy: 'free' })).toEqual([]);
});

test('a change of a contract says what is new and what was before', () => {
  const contract = (dag: string, requirements: object) =>
    ({ dag_binding: { variant: 'Pinned', dag_id: `0x${dag.repeat(64)}` }, requirements }) as never;
  const change = (...[from, to]: Parameters<typeof contractChange>) => {
    const parts = contractChange(from, to);
    return parts && plainText(parts);
  };
  const agent = (max_budget_mist: bigint) => ({
    payment_policy: { variant: 'AgentFunded', max_budget_mist },
  });
  const calls = { ...agent(1n), fixed_tools: [{ tool_registry_id: DAG, tool_fqn: 'a.b.c@1' }] };
  expect(change(contract('a', agent(10n ** 9n)), contract('b', agent(2n * 10n ** 9n)))).toBe(
    'Now pinned to DAG 0xbbbb…bbbb, funded by the agent up to 2 SUI; before: pinned to DAG 0xaaaa…aaaa, funded by the agent up to 1 SUI',
  );
  expect(change(contract('a', agent(1n)), contract('a', calls))).toBe('Now also always calls a.b.c@1');
  expect(change(contract('a', calls), contract('a', agent(1n)))).toBe('No longer always calls a.b.c@1');
  expect(change(contract('a', calls), contract('a', calls))).toBeNull();
  expect(change(contract('a', { later: 1n }), contract('a', { later: 2n }))).toBeNull();
});
