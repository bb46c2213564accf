import { describe, expect, it } from 'vitest';
import type { UsageReport } from '@/lib/contract/usage';
import {
  byGroup,
  byStatusClass,
  columnsOf,
  covers,
  groupWords,
  routeShares,
  slowest,
  sumSince,
  totalOf,
  totalSince,
} from './usage';

const bucket = (at: string | null, group: string, count: bigint, status: string, ms: number) => ({
  bucket_start: at,
  group,
  request_count: count,
  status_class: status,
  avg_duration_ms: ms,
});

const report: UsageReport = {
  key_id: 'k_1',
  from: '2026-11-21T09:00:00Z',
  to: '2026-11-21T12:00:00Z',
  granularity: 'hour',
  group_by: 'scope',
  total_requests: 9007199254740999n,
  buckets: [
    bucket('2026-11-21T09:00:00Z', 'tools:read', 9007199254740993n, '2xx', 10),
    bucket('2026-11-21T09:00:00Z', 'tools:read', 1n, '5xx', 40),
    bucket('2026-11-21T11:00:00Z', 'dags:read', 3n, '2xx', 100),
    bucket('2026-11-21T11:00:00Z', 'dags:read', 2n, '4xx', 0),
  ],
};

it('labels requests without a group', () => {
  expect(groupWords('scope', 'none')).toBe('no scope needed');
  expect(groupWords('route', 'none')).toBe('no known route');
  expect(groupWords('scope', 'tools:read')).toBe('tools:read');
});

describe('sums', () => {
  it('are exact beyond the range of a double', () => {
    expect(totalOf(report)).toEqual({ name: 'total', requests: 9007199254740999n, failed: 3n, mean_ms: 10 });
  });

  it.each([
    [['2XX', '4XX', '5XX'], 2n],
    [['200', '404', '503'], 2n],
    [['1xx', '3xx', '301'], 0n],
    [['2xx', 'server_error'], null],
    [['2xx', '499x', '4x'], null],
    [['600'], null],
    [['4xx', ''], null],
  ])('know the failures of the classes %j, or that they are unknown', (classes, failed) => {
    const buckets = classes.map((name) => bucket(null, 'tools:read', 1n, name, 1));
    expect(totalOf({ ...report, buckets }).failed).toBe(failed);
    expect(byGroup({ ...report, buckets })[0]?.failed).toBe(failed);
  });

  it('need no class of a bucket without requests', () => {
    const buckets = [bucket(null, 'a', 1n, '5xx', 1), bucket(null, 'a', 0n, 'other', 0)];
    expect(totalOf({ ...report, buckets }).failed).toBe(1n);
  });

  it('know the groups, the slowest and the classes', () => {
    expect(byGroup(report).map((sum) => [sum.name, sum.requests])).toEqual([
      ['tools:read', 9007199254740994n],
      ['dags:read', 5n],
    ]);
    expect(slowest(report, 1).map((sum) => [sum.name, sum.mean_ms])).toEqual([['dags:read', 60]]);
    expect(byStatusClass(report).map((sum) => sum.name)).toEqual(['2xx', '4xx', '5xx']);
  });

  it('have no mean without requests', () => expect(totalOf({ ...report, buckets: [] }).mean_ms).toBeNull());
});

describe('columnsOf', () => {
  const now = Date.parse('2026-11-21T11:30:00Z');
  const columns = columnsOf(report, ['tools:read', 'dags:read'], now);

  it('has every hour of the window, also the empty ones', () =>
    expect(columns.map((column) => column.counts)).toEqual([
      [9007199254740994n, 0n],
      [0n, 0n],
      [0n, 5n],
    ]));

  it('marks the hour that is not over', () =>
    expect(columns.map((column) => column.incomplete)).toEqual([false, false, true]));

  it('marks days of which the range has only a part', () => {
    const days = (from: string, to: string) =>
      columnsOf({ ...report, from, to, granularity: 'day' }, [], Date.parse('2026-11-24T00:30:00Z')).map(
        ({ incomplete }) => incomplete,
      );
    expect(days('2026-11-19T13:00:00Z', '2026-11-22T00:00:00Z')).toEqual([true, false, false]);
    expect(days('2026-11-20T00:00:00Z', '2026-11-21T23:00:00Z')).toEqual([false, true]);
  });

  it('has none for a total', () =>
    expect(columnsOf({ ...report, granularity: 'total' }, [], now)).toEqual([]));
});

it('the requests since a time are the sum of its buckets, and unknown where the report begins later or has none', () => {
  expect(sumSince(report, Date.parse('2026-11-21T11:00:00Z'))).toBe(5n);
  expect(sumSince(report, Date.parse(report.from))).toBe(report.total_requests);
  expect(sumSince(report, Date.parse('2026-11-21T08:00:00Z'))).toBeNull();
  expect(sumSince({ ...report, granularity: 'total' }, Date.parse(report.from))).toBeNull();
});

it('a range covers today unless it begins or ends within it', () => {
  const [midnight, hour] = ['2026-11-21T00:00:00Z', '2026-11-21T11:00:00Z'].map(Date.parse) as [
    number,
    number,
  ];
  const range = (from: string, to: string) => covers({ ...report, from, to }, midnight, hour);
  expect(range('2026-11-20T00:00:00Z', '2026-11-21T12:00:00Z')).toBe(true);
  expect(range('2026-11-20T00:00:00Z', '2026-11-21T11:00:00Z')).toBe(false);
  expect(range('2026-11-21T01:00:00Z', '2026-11-21T12:00:00Z')).toBe(false);
});

it('a total counts only for the range that was requested', () => {
  const from = Date.parse(report.from);
  expect(totalSince(report, from)).toBe(report.total_requests);
  expect(totalSince(report, from + 1)).toBeNull();
});

it('requests of this console and of other clients add up to the total, also where the index counts later', () => {
  const ofRoute = (route: string, requests: number) => ({ hour: '2026-11-21T11:00:00Z', route, requests });
  const shares = routeShares(report, [ofRoute('dags:read', 7), ofRoute('tools:read', 4)]);
  expect(shares.map(({ by_console }) => by_console)).toEqual([4n, 5n]);
  for (const { total, by_console, by_others } of shares) expect(by_console + by_others).toBe(total);
});
