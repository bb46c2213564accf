import { expect, test } from 'vitest';
import { analysesIn } from './analyze-words';

const titles = (text: string) => analysesIn(text).map(({ title }) => title);

test.each([
  ['cost by agent', ['Cost by agent'], 'measure=cost&by=agent&and=none'],
  [
    'Failure rate by failed tool and week, last 30 days',
    ['Failure rate by failed tool and week, last 30 days'],
    'measure=failure_rate&by=failed_tool&and=week&period=30d',
  ],
  ['executions per leaders', ['Executions by leader'], 'measure=executions&by=leader&and=none'],
  ['missed turns by reason 24h', ['Missed turns by reason, last 24 hours'], 'period=24h'],
  ['loop iterations per run by DAG', ['Loop iterations per run by DAG'], 'measure=loop_iterations&by=dag'],
  ['runs by invoker', ['Executions by invoker'], 'measure=executions&by=invoker'],
  ['SUI by agent', ['Cost by agent'], 'measure=cost&by=agent'],
  ['executions by agent, all time', ['Executions by agent, all time'], 'by=agent&and=none&period=all'],
  [
    'cost per successful run by DAG',
    ['Cost per run by DAG, successful'],
    'measure=mean_cost&by=dag&and=none&status=succeeded',
  ],
  ['runs over budget by agent 7d', ['Executions by agent, over budget, last 7 days'], 'over_budget=true'],
  ['stuck refunds by skill', [], undefined],
  ['calls by vertex and day', ['Calls by vertex and day'], 'measure=calls&by=vertex&and=day'],
])('%s', (text, expected, search) => {
  expect(titles(text)).toEqual(expected);
  expect(analysesIn(text)[0]?.href ?? '').toContain(search ?? '');
});

test('words of several measures offer each of them, and no more than fit', () => {
  expect(titles('rate by skill')).toEqual([
    'Failure rate by skill',
    'Success rate by skill',
    'Call failure rate by skill',
    'Failure recovery rate by skill',
    'Refund rate by skill',
  ]);
  expect(titles('r by day').length).toBeLessThanOrEqual(6);
});

test('what is no question about figures offers nothing', () => {
  for (const text of [
    '',
    'by agent',
    'cost',
    'weather by agent',
    'cost by weather',
    'cost by agent and agent',
  ])
    expect(titles(text)).toEqual([]);
});

test('words of the search box name the costs of one run', () => {
  for (const [words, measure] of [
    ['median cost by skill', 'cost_p50'],
    ['p95 cost by dag', 'cost_p95'],
    ['highest cost by dag', 'cost_max'],
  ] as const)
    expect(analysesIn(words)[0]?.href).toContain(`measure=${measure}&`);
});
