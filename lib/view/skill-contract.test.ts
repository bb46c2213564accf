import { expect, test } from 'vitest';
import { plainText } from './sentence-parts';
import { contractPhrases } from './skill-contract';

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
