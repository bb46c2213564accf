import { expect, test } from 'vitest';
import { analysisOf, analysisQueries, loadAnalysisUrl, resultOf, spans } from './analysis';

const END = '2026-11-26T14:35:00.000Z';
const group = (name: string | null, figures: Record<string, bigint | number>) => ({
  bucket_start: null,
  group: name,
  subgroup: null,
  title: null,
  subtitle: null,
  count: 1,
  ...figures,
});

/** Shares of the rows of a question, whose groups are `groups`. */
function sharesOf(
  search: string,
  groups: readonly ReturnType<typeof group>[],
  total: Record<string, bigint | number>,
) {
  const params = new URLSearchParams(search);
  const analysis = analysisOf(loadAnalysisUrl(params), params, END);
  const stats = { groups, total: group(null, total), undated: 0, left_out: 0 };
  // A figure of the endpoint in question is all that is read of a group.
  const answer = stats as unknown as Parameters<typeof resultOf>[2][number];
  return resultOf(analysis, END, [answer, undefined, undefined, undefined, undefined, answer])?.rows.map(
    ({ share }) => share,
  );
}

const paid = (total_mist: bigint) => ({ total_mist });
const ended = (failed: number) => ({ succeeded: 0, failed, aborted: 0 });

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

test('dates replace the period; the one before is as long, and ends where they begin', () => {
  const params = new URLSearchParams('from=2026-11-03T06:00:00.000Z&to=2026-11-04T17:59:59.999Z&and=hour');
  const analysis = analysisOf(loadAnalysisUrl(params), params, END);
  const { current, before } = spans(analysis, END);
  const times = [before.from, before.to, current.from, current.to].map((ms) => new Date(ms).toISOString());
  expect(times).toEqual([
    '2026-11-01T18:00:00.000Z',
    '2026-11-03T06:00:00.000Z',
    '2026-11-03T06:00:00.000Z',
    '2026-11-04T18:00:00.000Z',
  ]);
  expect(analysisQueries(analysis, END)[0].queryKey).toContainEqual(
    expect.objectContaining({ from: times[2], to: times[3] }),
  );
});

test.each(['2025', '0001'])('years since %s have columns of weeks, ten years at most', (year) => {
  const params = new URLSearchParams(`from=${year}-01-01T00:00:00.000Z&and=minute`);
  const analysis = analysisOf(loadAnalysisUrl(params), params, END);
  expect(analysis.time).toBe('week');
  const { from, to } = spans(analysis, END).current;
  expect(to - from).toBeLessThanOrEqual(10 * 366 * 86_400_000);
});
