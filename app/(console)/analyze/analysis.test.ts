import { expect, test, vi } from 'vitest';
import type * as z from 'zod/mini';
import { endpoint } from '@/lib/contract/endpoints';
import { analysisOf, analysisQueries, beginOf, historyQuery, loadAnalysisUrl, resultOf } from './analysis';
import { spans } from './period';

const END = '2026-11-26T14:35:00.000Z';
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

test('dates that are not over are compared as far as they are', () => {
  // Monday to Sunday, asked on Thursday.
  const params = new URLSearchParams('from=2026-11-23T00:00:00.000Z&to=2026-11-29T23:59:59.999Z');
  const analysis = analysisOf(loadAnalysisUrl(params), params, END);
  const { current, before } = spans(analysis, END);
  expect([before.from, before.to, current.from, current.to].map((ms) => new Date(ms).toISOString())).toEqual([
    '2026-11-16T00:00:00.000Z',
    '2026-11-19T14:35:00.000Z',
    '2026-11-23T00:00:00.000Z',
    END,
  ]);
});

test('dates without an end are all until now', () => {
  const params = new URLSearchParams('from=2026-11-20T00:00:00.000Z&to=9999-12-31T23:59:59.999Z');
  const { current } = spans(analysisOf(loadAnalysisUrl(params), params, END), END);
  expect(current).toEqual({ from: Date.parse('2026-11-20T00:00:00.000Z'), to: Date.parse(END) });
});

test.each(['2025', '0001'])('years since %s have columns of weeks, ten years at most', (year) => {
  const params = new URLSearchParams(`from=${year}-01-01T00:00:00.000Z&and=minute`);
  const analysis = analysisOf(loadAnalysisUrl(params), params, END);
  expect(analysis.time).toBe('week');
  const { from, to } = spans(analysis, END).current;
  expect(to - from).toBeLessThanOrEqual(10 * 366 * 86_400_000);
});

const BEGIN = Date.parse('2026-09-14T00:00:00.000Z');

test('all time begins with the history and is compared with nothing', () => {
  const params = new URLSearchParams('measure=executions&by=agent&period=all');
  const enabled = (begin: number | null) =>
    analysisQueries(analysisOf(loadAnalysisUrl(params), params, END, begin), END).map(
      (query) => query.enabled,
    );
  expect(enabled(null)).not.toContain(true);
  expect(enabled(BEGIN)).toEqual([true, false, true, true, false, false, false]);
  const analysis = analysisOf(loadAnalysisUrl(params), params, END, BEGIN);
  expect(spans(analysis, END).current).toEqual({ from: BEGIN, to: Date.parse(END) });
  expect(analysis).toMatchObject({ time: 'day', dropped: [] });
  expect(historyQuery(analysis, END).enabled).toBe(true);
  const years = analysisOf(loadAnalysisUrl(params), params, END, Date.parse('2024-01-01T00:00:00Z'));
  expect(years.time).toBe('week');
  const { rows, totalHref, totalBeforeHref } = resultOf(analysis, END, [
    { groups: [], total: null, undated: 0, left_out: 0 } as never,
  ])!;
  expect(rows).toEqual([]);
  expect(totalHref).toContain('created_after=2026-09-14T00');
  expect(totalBeforeHref).toBeNull();
});

test('all time is the first week with figures until now; of an index without any it is empty', () => {
  const answer = (groups: readonly object[]) => ({ groups }) as unknown as Parameters<typeof beginOf>[0];
  expect(beginOf(answer([{ bucket_start: '2026-09-14T00:00:00.000Z' }, {}]), END)).toBe(BEGIN);
  expect(beginOf(answer([]), END)).toBe(Date.parse(END));
  expect(beginOf(undefined, END)).toBeNull();
});

test('dates that begin replace all time; dates that end cut it', () => {
  const spanOf = (search: string) => {
    const params = new URLSearchParams(`period=all&${search}`);
    return spans(analysisOf(loadAnalysisUrl(params), params, END, BEGIN), END);
  };
  const day = Date.parse('2026-11-03T00:00:00.000Z');
  expect(spanOf('from=2026-11-03T00:00:00.000Z').before).toEqual({
    from: day - (Date.parse(END) - day),
    to: day,
  });
  expect(spanOf('to=2026-11-02T23:59:59.999Z').current).toEqual({ from: BEGIN, to: day });
});

/** The question of an address, and the queries that it asks, as the endpoint reads them. */
function asked(search: string) {
  const params = new URLSearchParams(search);
  const analysis = analysisOf(loadAnalysisUrl(params), params, END);
  const queries = analysisQueries(analysis, END).map(({ queryKey }) => Object(queryKey.at(-1)) as object);
  const { shape } = endpoint(analysis.measure.endpoint).query;
  const refused = queries.flatMap((query) =>
    Object.entries(query).filter(
      ([key, value]) => !(shape as Record<string, z.ZodMiniType>)[key]?.safeParse(value).success,
    ),
  );
  return { analysis, queries, refused, dropped: analysis.dropped.map(({ key }) => key) };
}

test.each([
  'to=9999-12-31T23:59:59.999Z',
  'from=9999-12-31T00:00:00.000Z',
  'from=0001-01-01T00:00:00.000Z&to=0001-02-01T00:00:00.000Z',
  'to=0001-01-05T00:00:00.000Z&period=90d&and=week',
  'from=2026-11-20T00:00:00.000000001Z',
])('asks the index for times that it has: %s', (search) => {
  const { analysis, queries, refused, dropped } = asked(search);
  expect(queries.length).toBeGreaterThan(0);
  expect({ refused, dropped }).toEqual({ refused: [], dropped: [] });
  const { rows, totalBeforeHref } = resultOf(analysis, END, [
    { groups: [], total: null, undated: 0, left_out: 0 } as never,
  ]) ?? { rows: null, totalBeforeHref: null };
  expect(rows).not.toBeNull();
  expect(totalBeforeHref ?? '').not.toMatch(/=(-|%2B|0000)/);
});

test.each([
  ['to=%2B275760-09-13T00:00:00.000Z', ['to']],
  ['from=2026-11-20T00:00&to=1', ['from', 'to']],
  ['measure=executions&agent_object_id=zzz&min_duration_ms=1,5', ['agent_object_id', 'min_duration_ms']],
  ['measure=executons&by=colour&and=shape&period=year', ['measure', 'by', 'and', 'period']],
  ['measure=events&by=tool&agent_object_id=0x1', ['by', 'agent_object_id']],
  ['measure=events&by=&from=&sender=', []],
])('names what it does not use: %s', (search, keys) => {
  const { refused, dropped } = asked(search);
  expect(dropped.toSorted()).toEqual(keys.toSorted());
  expect(refused).toEqual([]);
});

test('asks the same in every zone', () => {
  const askedIn = (name: string) => {
    vi.stubEnv('TZ', name);
    return asked('from=2026-11-20T00:00&to=2026-11-22T00:00:00%2B01:00').queries;
  };
  try {
    expect(askedIn('America/New_York')).toEqual(askedIn('Asia/Tokyo'));
  } finally {
    vi.unstubAllEnvs();
  }
});
