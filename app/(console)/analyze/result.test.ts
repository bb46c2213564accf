// Answers as rows: groups of one period only, periods that cannot be compared, and figures that are not known yet.
import { expect, test } from 'vitest';
import { analysisOf, loadAnalysisUrl, resultOf } from './analysis';
import { basis, bucketName, rowText } from './presentation';

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

function resultFor(
  search: string,
  answers: readonly (Stats | undefined)[],
  isIndexed?: Parameters<typeof resultOf>[3],
) {
  const params = new URLSearchParams(search);
  const result = resultOf(analysisOf(loadAnalysisUrl(params), params, END), END, answers, isIndexed);
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
const ended = (failed: number) => ({ succeeded: 0, failed, aborted: 0 });
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
  expect(result.rows.map(({ shareBefore }) => shareBefore)).toEqual(['50.0', '5.0', '45.0']);
  const unknown = resultFor(BY_AGENT, [runs({ a: 90 }), undefined]);
  expect(unknown.rows.map(({ shareBefore }) => shareBefore)).toEqual([null]);
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

const HOUR = '2026-11-26T13:00:00.000Z';

test('distinct agents of an hour without executions are none, those of a period too', () => {
  const figures = (agents: number) => ({ count: agents, agents });
  const search = 'measure=agents&by=hour&and=none&period=24h';
  const result = resultFor(search, [answer([group(null, figures(2), HOUR)], figures(2)), answer([], null)]);
  expect(result.rows).toHaveLength(24);
  expect(result.rows.map(({ value }) => value)).toEqual([0, 2, ...Array.from({ length: 22 }, () => 0)]);
  expect(result.rows.every(({ before }) => before === 0)).toBe(true);
  expect(result.totalBefore).toBe(0);
});

test('the longest duration of an hour without executions is unknown', () => {
  const result = resultFor('measure=duration_max&by=hour&and=none&period=24h', [answer([], null)]);
  expect(result.rows[0]?.value).toBe(null);
});

test.each([
  ['and=none&by=week&period=30d', 'not comparable'],
  ['and=none&by=day&from=2026-11-03T06:00:00.000Z&to=2026-11-06T17:59:59.999Z', 'not comparable'],
  ['and=none&by=day&period=30d', 'known'],
  // Its rows are agents.
  ['by=agent&and=week&period=30d', 'known'],
])('figures of the period before: %s', (search, comparison) => {
  const result = resultFor(`measure=executions&${search}`, [runs({ a: 1 }), runs({ a: 1 })]);
  expect(result.rows[0]?.comparison).toBe(comparison);
  expect(result.totalComparison).toBe('known');
});

test('figures of the period before are pending until all that they are computed of is there', () => {
  const pending = resultFor(BY_AGENT, [runs({ a: 1 })]);
  expect([pending.rows[0]?.comparison, pending.totalComparison]).toEqual(['pending', 'pending']);
  const search = 'measure=failure_rate&by=failed_tool&and=none';
  const now = answer([group('x', ended(1))], ended(1));
  const rest = [undefined, undefined, undefined, now];
  expect(resultFor(search, [now, now, ...rest]).rows[0]?.comparison).toBe('pending');
  expect(resultFor(search, [now, now, ...rest, now]).rows[0]?.comparison).toBe('known');
});

test('a group is not new where the period before is not indexed', () => {
  const { rows, totalBefore, totalComparison } = resultFor(
    BY_AGENT,
    [runs({ a: 1 }), runs({})],
    ({ to }) => to > Date.parse('2026-11-20'),
  );
  expect(rows[0]).toMatchObject({ before: null, isNew: false, comparison: 'not indexed' });
  expect([totalBefore, totalComparison]).toEqual([null, 'not indexed']);
});

test('of a period before that is partly indexed only the days after the begin are compared', () => {
  const { rows, totalBefore } = resultFor(
    'measure=executions&by=day&and=none',
    [runs({}), runs({})],
    ({ to }) => to > Date.parse('2026-11-18'),
  );
  expect(rows.map(({ before, comparison }) => (comparison === 'known' ? before : comparison))).toEqual([
    0,
    0,
    ...Array.from({ length: 5 }, () => 'not indexed'),
  ]);
  expect(totalBefore).toBe(0);
});

test('a week that began before the period is named by its start, as in the chart', () => {
  const search = 'measure=executions&by=week&and=none&period=30d';
  const params = new URLSearchParams(search);
  const analysis = analysisOf(loadAnalysisUrl(params), params, END);
  const result = resultFor(search, [answer([], null)]);
  const [first] = result.buckets;
  expect(first?.start).toBeLessThan(first?.from ?? 0);
  expect(rowText(result.rows.at(-1)!, analysis)).toBe(bucketName(first?.start ?? 0, 'week', 'long'));
});

test.each([
  ['calls', 'Based on 7 calls, excluding 2 executions with unknown time'],
  ['failures', 'Based on 7 failures, excluding 2 executions with unknown time'],
  ['payments', 'Based on 7 payments, excluding 2 payments with unknown time'],
])('%s without a time are those of executions without one', (measure, words) => {
  const params = new URLSearchParams(`measure=${measure}&and=none`);
  const analysis = analysisOf(loadAnalysisUrl(params), params, END);
  const result = resultFor(`measure=${measure}&and=none`, [{ ...answer([], { count: 7 }), undated: 2 }]);
  expect(basis(analysis, result)).toBe(words);
});

test('the last column of dates that are not over grows', () => {
  // Monday to Sunday, asked on Thursday.
  const search = 'from=2026-11-23T00:00:00.000Z&to=2026-11-29T23:59:59.999Z&by=day';
  const { buckets } = resultFor(search, [answer([], null), answer([], null)]);
  expect(buckets.map(({ growing }) => growing)).toEqual([false, false, false, true]);
});

/** Shares of the rows of a question, whose groups are `groups`. */
function sharesOf(search: string, groups: readonly object[], total: object) {
  const stats = answer(groups, total);
  const { rows } = resultFor(search, [stats, undefined, undefined, undefined, undefined, stats]);
  return rows.map(({ share }) => share);
}

const paid = (total_mist: bigint) => ({ total_mist });

test('the shares of a table add up to its total', () => {
  const groups = ['a', 'b', 'c'].map((name) => group(name, paid(1n)));
  expect(sharesOf('measure=cost&by=agent&and=none', groups, paid(3n))).toEqual(['33.4', '33.3', '33.3']);
  expect(sharesOf('measure=executions&by=dag&and=none', groups, { count: 6 })).toEqual([
    '16.7',
    '16.7',
    '16.6',
  ]);
});

test('shares of a failure rate are those of its failures, not of rounded rates', () => {
  const groups = [1, 2].map((failed) => group(String(failed), ended(failed)));
  const total = { succeeded: 9_997, failed: 3, aborted: 0 };
  expect(sharesOf('measure=failure_rate&by=failed_tool&and=none', groups, total)).toEqual(['33.3', '66.7']);
});

test('groups that do not add up have no share', () => {
  const groups = ['a', 'b'].map((name) => group(name, paid(1n)));
  expect(sharesOf('measure=cost&by=tool&and=none', groups, paid(1n))).toEqual([null, null]);
  expect(sharesOf('measure=failure_rate&by=agent&and=none', [group('a', ended(1))], ended(1))).toEqual([
    null,
  ]);
});
