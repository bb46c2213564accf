// An execution is composed from whatever an index answers: with its record, without it by way of agent or event history, or of nothing at all.
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { EXECUTION, finished, payment, reviewLines, eventsFrom } from '@/lib/dag/testing/recorded-runs';
import { createLiveWrapper } from '@/lib/client/testing/live-wrapper';
import { documentReview } from '@/lib/dag/testing/structures';
import { stringifyJson } from '@/lib/json/exact';
import { Composition } from './execution-facts';
import { useExecution } from './use-execution';

const AGENT = `0x${'5'.repeat(64)}`;
const page = (items: unknown[]) => ({ items, metadata: { next_token: null, total_items: items.length } });
const id = (digit: string) => `0x${digit.repeat(64)}`;

const request = {
  id: 7,
  kind: 'RequestWalkExecutionEvent',
  tx_digest: 'tx 1',
  sender_address: id('c'),
  onchain_at: '2026-11-01T09:30:01.000Z',
  payload: {
    dag: documentReview.object_id,
    execution: EXECUTION,
    invocation: id('1'),
    invoker: id('2'),
    walk_index: 0,
    next_vertex: { variant: 'Plain', vertex: { name: 'fetch' } },
    evaluations: id('3'),
    agent_id: AGENT,
    skill_id: 4,
    interface_version: 2,
    task_id: id('6'),
    occurrence_id: 1,
  },
};

/** What an index may answer about one execution, by path; what is not here is a 404. */
const everything: Record<string, unknown> = {
  [`/executions/${EXECUTION}`]: finished(false, false),
  [`/executions/${EXECUTION}/events`]: page(eventsFrom(reviewLines)),
  [`/executions/${EXECUTION}/submission-failures`]: page([]),
  [`/executions/${EXECUTION}/payment-ledger`]: page([]),
  [`/executions/${EXECUTION}/gas`]: page([]),
  '/payments': page([payment({ agent_object_id: AGENT })]),
  [`/agents/${AGENT}/executions`]: page([{ ...finished(true, false), status: 'failed' }]),
  [`/tasks/${id('6')}/executions`]: page([{ ...finished(false, true), status: 'aborted' }]),
  '/events': page([request]),
  [`/dags/${documentReview.object_id}/structure`]: documentReview,
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** `instead`: other answers than `everything`, by path. */
function compose(without: readonly string[], instead: Record<string, () => Response> = {}) {
  const requests: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    const path = new URL(url, 'http://console.test').pathname.replace('/api/index', '');
    requests.push(path);
    const other = instead[path];
    if (other !== undefined) return other();
    const answer = without.includes(path) ? undefined : everything[path];
    return new Response(answer === undefined ? '{}' : stringifyJson(answer), {
      status: answer === undefined ? 404 : 200,
    });
  });
  const { stream, wrapper } = createLiveWrapper();
  return { requests, stream, ...renderHook(() => useExecution(EXECUTION), { wrapper }) };
}

const record = `/executions/${EXECUTION}`;
const ofAgent = `/agents/${AGENT}/executions`;
const ofTask = `/tasks/${id('6')}/executions`;

test('from its record', async () => {
  const { result, requests } = compose([]);
  await waitFor(() => expect(result.current.structure.data).toBeDefined());
  expect(result.current).toMatchObject({ source: 'record', seeking: false, unknown: false });
  expect(requests).not.toContain(ofAgent);
});

test('from the executions of its agent, where there is no record', async () => {
  const { result } = compose([record]);
  await waitFor(() => expect(result.current.source).toBe('agent'));
  await waitFor(() => expect(result.current.structure.data).toBeDefined());
  expect(result.current.execution?.status).toBe('failed');
  await waitFor(() => expect(result.current.history.data).toBeDefined());
  const words = renderToStaticMarkup(<Composition parts={result.current} />);
  expect(words).toContain(
    'row in the executions of its agent (this index has no endpoint for a single execution)',
  );
  expect(words).not.toContain('Not found');
});

test('from the executions of its task, which the event history names, where the agent is not known', async () => {
  const { result, requests } = compose([record, '/payments', ofAgent]);
  await waitFor(() => expect(result.current.source).toBe('task'));
  expect(result.current.execution?.status).toBe('aborted');
  expect(requests).toContain(ofAgent);
});

test('from the event history, where none has it', async () => {
  const { result } = compose([record, ofAgent, ofTask]);
  await waitFor(() => expect(result.current.source).toBe('history'));
  await waitFor(() => expect(result.current.structure.data).toBeDefined());
  expect(result.current.execution).toMatchObject({
    dag_object_id: documentReview.object_id,
    invoker: id('2'),
    interface_revision: 2n,
    // No event says that it has ended.
    status: null,
  });
});

test('of nothing: reported as unknown only after every source was read', async () => {
  const { result } = compose(Object.keys(everything));
  expect(result.current.unknown).toBe(false);
  await waitFor(() => expect(result.current.unknown).toBe(true));
  expect(result.current.events.error).not.toBeNull();
});

describe('a record that is there, but not for this page', () => {
  const error = (status: number, error_code: string, message: string) => () =>
    new Response(JSON.stringify({ error_code, message, request_id: 'r' }), { status });
  const REFUSALS: [what: string, answer: () => Response, words: string][] = [
    ['refused', error(403, 'MISSING_SCOPE', 'this key may not read it'), 'this key may not read it'],
    ['failing', error(500, 'INTERNAL', 'the disk is full'), 'the disk is full'],
    [
      'unreadable',
      () => new Response(stringifyJson({ ...finished(false, false), object_id: 5 })),
      'the response does not match its schema: object_id',
    ],
    ['not JSON', () => new Response('<p>Sign in</p>'), 'the response is not JSON'],
  ];
  const others = Object.keys(everything).filter((path) => path !== record);

  for (const [where, without] of [
    ['whose events are read', []],
    ['of which nothing else is read', others],
  ] as const)
    test.each(REFUSALS)(`%s, ${where}: says so, and not that there is none`, async (_, answer, words) => {
      // A failure is tried again at once.
      vi.spyOn(Math, 'random').mockReturnValue(0);
      const { result, requests } = compose(without, { [record]: answer });
      await waitFor(() => expect(result.current.seeking).toBe(false));
      await waitFor(() => expect(result.current.events.isPending).toBe(false));
      expect(result.current.noRecord).toContain(`the execution could not be loaded: ${words}`);
      expect(result.current).toMatchObject({ unknown: false, execution: null });
      expect(requests).not.toContain(ofAgent);
      const sources = renderToStaticMarkup(<Composition parts={result.current} />);
      expect(sources).toMatch(/Could not be loaded: execution record/);
      expect(sources).not.toMatch(/Not found: [^.]*execution record/);
    });
});

test('shows the other parts when its DAG cannot be loaded', async () => {
  const { result } = compose([`/dags/${documentReview.object_id}/structure`]);
  await waitFor(() => expect(result.current.structure.error).not.toBeNull());
  expect(result.current.events.data?.items).toHaveLength(reviewLines.length);
});

test('its streamed events are rows at once, without another request', async () => {
  const { result, requests, stream } = compose([]);
  await waitFor(() => expect(result.current.history.data).toBeDefined());
  const before = requests.length;
  const walk = {
    dag: documentReview.object_id,
    execution: EXECUTION,
    walk_index: 0n,
    vertex: { variant: 'Plain', vertex: { name: 'fetch' } },
  };
  const frame = {
    tx_digest: 'tx 900',
    sender_address: id('c'),
    received_at: Date.parse('2026-11-01T10:00:00Z'),
  };
  act(() =>
    stream.receive([
      { ...frame, id: 900n, kind: 'WalkFailedEvent', payload: { ...walk, reason: 'out of time' } },
      {
        ...frame,
        id: 901n,
        kind: 'WalkFailedEvent',
        payload: { ...walk, execution: id('9'), reason: 'other' },
      },
    ]),
  );
  const { events, history } = result.current;
  expect(events.data?.items).toHaveLength(reviewLines.length + 1);
  expect(events.data?.items.at(-1)).toMatchObject({
    id: 900,
    failure_reason: 'out of time',
    vertex_name: 'fetch',
  });
  expect(history.data?.items.at(-1)).toMatchObject({ id: 900n, onchain_at: null });
  expect(requests).toHaveLength(before);
});
