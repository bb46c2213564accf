// Answers as rows: groups of one period only, periods that cannot be compared, and figures that are not known yet.
import { expect, test } from 'vitest';
import { analysisOf, loadAnalysisUrl, resultOf } from './analysis';

const END = '2026-11-26T14:35:00.000Z';

type Stats = NonNullable<Parameters<typeof resultOf>[2][number]>;

/** A figure of the endpoint in question is all that is read of a group. */
const group = (name: string | null, figures: object = {}, start: string | null = null) => ({
  bucket_start: start,
  group: name,
  subgroup: null,
  title: null,
  subtitle: null,
  count: 1,
  ...figures,
});
const answer = (groups: readonly object[], total: object | null, left_out = 0) =>
  ({ groups, total: total && group(null, total), undated: 0, left_out }) as unknown as Stats;

function resultFor(search: string, answers: readonly (Stats | undefined)[]) {
  const params = new URLSearchParams(search);
  const result = resultOf(analysisOf(loadAnalysisUrl(params), params, END), END, answers);
  if (result === undefined) throw new Error('no result');
  return result;
}

const runs = (counts: Readonly<Record<string, number>>, left_out?: number) => {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return answer(
    Object.entries(counts).map(([name, count]) => group(name, { count })),
    { count: total },
    left_out,
  );
};
const BY_AGENT = 'measure=executions&by=agent&and=none';
const figuresOf = ({ rows }: ReturnType<typeof resultFor>) =>
  rows.map(({ names, value, before }) => [names[0]?.value, value, before]);

test('groups that stopped are rows: the previous column adds up to its total', () => {
  const result = resultFor(BY_AGENT, [runs({ a: 90, b: 10 }), runs({ a: 100, c: 90, b: 10 })]);
  expect(figuresOf(result)).toEqual([
    ['a', 90, 100],
    ['b', 10, 10],
    ['c', 0, 90],
  ]);
  expect(result.rows.reduce((sum, { before }) => sum + Number(before), 0)).toBe(result.totalBefore);
  const stopped = result.rows[2];
  expect(stopped).toMatchObject({ href: null, countHref: null, count: 0, share: '0.0' });
  expect(stopped?.beforeHref).toContain('agent_object_id=c');
});

test('no group is said to have stopped where it may be among those left out', () => {
  const result = resultFor(BY_AGENT, [runs({ a: 90 }, 3), runs({ a: 100, c: 90 })]);
  expect(figuresOf(result)).toEqual([['a', 90, 100]]);
});

test('a cause that stopped is 0 % of a period in which executions ended', () => {
  const ended = (failed: number, succeeded = 0) => ({ succeeded, failed, aborted: 0 });
  const now = answer([group('x', ended(1))], ended(1, 9));
  const before = answer([group('y', ended(2)), group('z', ended(0))], ended(2, 18));
  const whole = answer([group(null, ended(1, 9))], null);
  const wholeBefore = answer([group(null, ended(2, 18))], null);
  const search = 'measure=failure_rate&by=failed_tool&and=none';
  const answers = [now, before, undefined, undefined, undefined];
  expect(figuresOf(resultFor(search, [...answers, whole, wholeBefore]))).toEqual([
    ['x', 10, 0],
    ['y', 0, 10],
  ]);
});
