import { describe, expect, it } from 'vitest';
import { endpoint, type EndpointName, endpoints } from '@/lib/contract/endpoints';
import { parseQuery } from '@/lib/contract/request';
import { MEASURE_NAMES, MEASURES } from './analyze';
import type { Measure } from './analyze-measure';
import { isTime } from './analyze-dimensions';
import { bucketsOf, groupsQuery, rowsHref } from './analyze-rows';
import { changeOf, changeText, spansOf } from './periods';

const NOW = '2026-11-26T14:35:00.000Z';
const { current, before } = spansOf('7d', NOW);
const DAG = `0x${'d'.repeat(64)}`;
const AGENT = `0x${'a'.repeat(64)}`;

/** The list of the rows behind a figure: its endpoint, and the search part of its address. */
function listOf(href: string): { name: EndpointName; search: URLSearchParams } | null {
  const url = new URL(href, 'http://console.invalid');
  const lists: Readonly<Record<string, EndpointName>> = {
    '/executions': 'executions.list',
    '/payments': 'payments.list',
    '/fees': 'priority-fees.events',
    '/events': 'events.list',
  };
  const name = lists[url.pathname];
  return name === undefined ? null : { name, search: url.searchParams };
}

const SAMPLES: Readonly<Record<string, string>> = {
  agent: AGENT,
  skill: `${AGENT}/3`,
  dag: DAG,
  tool: 'xyz.example.add@1',
  funder: AGENT,
  invoker: AGENT,
  task: AGENT,
  status: 'failed',
  failed_tool: 'xyz.example.add@1',
  failed_vertex: `${DAG}/a/b`,
  failure_class: 'terminal_tool_failure',
  failure_reason: 'no route',
  revision: '1',
  vertex: `${DAG}/a/b`,
  source: 'user_funded',
  state: 'refunded',
  refund_reason: 'aborted',
  leader: AGENT,
  reason: 'late',
  family: 'payment',
  kind: 'ExecutionFinishedEvent',
  sender: AGENT,
  staker: AGENT,
};

describe.each(MEASURE_NAMES)('%s', (name) => {
  const measure: Measure = MEASURES[name];
  const dimensions = Object.keys(measure.dimensions);

  it.each([...dimensions, 'hour', 'day', 'week'])('by %s is a query that the index takes', (dimension) => {
    const second = dimensions.find((other) => other !== dimension) ?? 'day';
    const groupBy = isTime(dimension) || isTime(second) ? [dimension] : [dimension, second];
    const query = groupsQuery(measure, current, {}, groupBy, { total: 'true', limit: '20' });
    expect(() =>
      parseQuery(measure.endpoint, new URLSearchParams(query as Record<string, string>), { closed: true }),
    ).not.toThrow();
  });

  it.each(dimensions)('by %s leads to a list with filters that the list has', (dimension) => {
    const href = rowsHref(measure, current, {}, [[dimension, SAMPLES[dimension] ?? '']]);
    const list = href === null ? null : listOf(href);
    if (list === null) {
      // Failures that were recovered are in no list, and no list is filtered by weekday.
      if (measure.endpoint !== 'stats.failures') expect(['weekday', 'hour_of_day']).toContain(dimension);
      return;
    }
    expect(() => parseQuery(list.name, list.search, { closed: true })).not.toThrow();
    for (const filter of list.search.keys()) expect(endpoints[list.name].query.shape).toHaveProperty(filter);
  });
});

describe('the rows behind a figure', () => {
  const bounds = { created_after: '2026-11-20T00:00:00.000Z', created_before: '2026-11-26T14:34:59.999Z' };
  const searchOf = (href: string | null) =>
    Object.fromEntries(new URL(href ?? '', 'http://console.invalid').searchParams);

  it('have its window, its filters, its dimensions and what it counts', () => {
    const href = rowsHref(MEASURES.failure_rate, current, { agent_object_id: AGENT }, [
      ['failed_tool', 'a.b.c@1'],
    ]);
    expect(searchOf(href)).toEqual({
      ...bounds,
      agent_object_id: AGENT,
      failed_tool_fqn: 'a.b.c@1',
      status: 'failed,aborted',
    });
  });

  it('are what all of it selects: of two states the common one, of two ids none', () => {
    const failed = rowsHref(MEASURES.failure_rate, current, { status: 'aborted,succeeded' }, []);
    expect(searchOf(failed)).toMatchObject({ status: 'aborted' });
    expect(rowsHref(MEASURES.failure_rate, current, { status: 'succeeded' }, [])).toBeNull();
    expect(rowsHref(MEASURES.cost, current, { agent_object_id: AGENT }, [['agent', DAG]])).toBeNull();
  });

  it('of a family of events are those of its kinds, within the kinds of the filter', () => {
    const href = rowsHref(MEASURES.events, current, { kinds: 'ExecutionFinished,ToolRegistered' }, [
      ['family', 'tool'],
    ]);
    expect(searchOf(href)).toEqual({ ...bounds, kinds: 'ToolRegistered' });
    expect(searchOf(rowsHref(MEASURES.events, current, { family: 'tool' }, []))['kinds']).toContain(
      'ToolRegistered',
    );
  });

  it('of calls are the events that ended them, of the executions started in its window', () => {
    const href = rowsHref(MEASURES.calls_failed, current, {}, [['vertex', `${DAG}/a/b`]]);
    expect(href).toMatch(/^\/events/);
    expect(searchOf(href)).toEqual({
      call: 'failed',
      dag_object_id: DAG,
      vertex_name: 'a/b',
      started_after: bounds.created_after,
      started_before: bounds.created_before,
    });
  });

  it('of occurrences are the events of the one kind that ended them', () => {
    const { asks } = MEASURES.missed_occurrences;
    const href = rowsHref(MEASURES.missed_occurrences, current, {}, [['task', AGENT]]);
    expect(searchOf(href)).toEqual({ ...bounds, ...asks, task_object_id: AGENT });
    expect(groupsQuery(MEASURES.missed_occurrences, current, {}, ['task'])).toMatchObject(asks);
  });

  it('of a turn are those of the tool that it was about', () => {
    const href = rowsHref(MEASURES.missed_turns, current, {}, [['tool', 'a.b.c@1']]);
    expect(searchOf(href)).toEqual({ ...bounds, turn: 'missed', missed_tool_fqn: 'a.b.c@1' });
  });

  it('without a value are in no list, but payments that no wallet funded', () => {
    expect(rowsHref(MEASURES.executions, current, {}, [['failure_class', null]])).toBeNull();
    expect(searchOf(rowsHref(MEASURES.payments, current, {}, [['funder', null]]))).toMatchObject({
      source_kind: 'agent_funded',
    });
  });
});

describe('periods', () => {
  const iso = ({ from, to }: { from: number; to: number }) =>
    [from, to].map((at) => new Date(at).toISOString());

  it('are whole days or hours in UTC, as far as they have come, beside as much of the one before', () => {
    expect(iso(current)).toEqual(['2026-11-20T00:00:00.000Z', NOW]);
    expect(iso(before)).toEqual(['2026-11-13T00:00:00.000Z', '2026-11-19T14:35:00.000Z']);
    expect(iso(spansOf('24h', NOW).current)).toEqual(['2026-11-25T15:00:00.000Z', NOW]);
    expect(iso(spansOf('30d', NOW).before)[0]).toBe('2026-09-28T00:00:00.000Z');
  });

  it('are cut into buckets that cover them exactly', () => {
    expect(bucketsOf(current, 'day')).toHaveLength(7);
    expect(bucketsOf(spansOf('24h', NOW).current, 'hour')).toHaveLength(24);
    const weeks = bucketsOf(current, 'week');
    expect(weeks.map(({ start }) => new Date(start).toISOString().slice(0, 10))).toEqual([
      '2026-11-16',
      '2026-11-23',
    ]);
    expect(iso(weeks[0]!)).toEqual(['2026-11-20T00:00:00.000Z', '2026-11-23T00:00:00.000Z']);
    expect(weeks.at(-1)?.to).toBe(current.to);
  });
});

it('a change is rounded, and says nothing where there was nothing', () => {
  expect(changeOf(115n, 100n, 'sui')).toBe(15);
  expect(changeText(changeOf(1, 3, 'count') ?? 0, 'count')).toBe('−67 %');
  expect(changeOf(5, 0, 'count')).toBeNull();
  expect(changeOf(null, 5, 'count')).toBeNull();
  expect(changeText(changeOf(12.5, 10.1, 'percent') ?? 0, 'percent')).toBe('+2.4 pts');
  expect(changeOf(12.5, 0, 'percent')).toBe(12.5);
});

it.each(MEASURE_NAMES)('the index orders groups by the figure of %s, and computes it', (name) => {
  const measure: Measure = MEASURES[name];
  const query = groupsQuery(measure, { from: 0, to: 1 }, {}, Object.keys(measure.dimensions).slice(0, 1));
  const { success, error } = endpoint(measure.endpoint).query.safeParse(query);
  expect(error?.issues).toBeUndefined();
  expect(success).toBe(true);
});
