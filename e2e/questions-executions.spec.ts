// Questions about one execution, each answered from the overview in at most four interactions and without reading JSON. The right answers come from
// the event log alone: the listings that the page reads are another way to it.
import type { Page } from '@playwright/test';
import { Asker, full } from '@/e2e/asker';
import {
  amountAt,
  byId,
  readIndex,
  recordedEdges,
  textAt,
  valueAt,
  type IndexReader,
  type Json,
  type RecordedEdge,
} from '@/e2e/index-reader';
import { expect, test } from '@/e2e/stack/fixtures';
import { openDemo } from '@/e2e/visitor';
import { parseJson, stringifyJson } from '@/lib/json/exact';

/** Where an event of a walk happened. */
function placeOf(event: Json | undefined) {
  const vertex = valueAt(event, 'payload.vertex');
  return {
    execution: textAt(event, 'payload.execution'),
    walk: textAt(event, 'payload.walk_index'),
    vertex: textAt(vertex, 'vertex.name'),
    iteration: textAt(vertex, 'variant') === 'Plain' ? null : textAt(vertex, 'iteration'),
  };
}
const samePlace = (a: Json | undefined, b: Json | undefined) =>
  JSON.stringify(placeOf(a)) === JSON.stringify(placeOf(b));

/** Goes to the execution and opens its failure. */
async function viewFailure(page: Page, execution: string): Promise<void> {
  await page.goto('/overview');
  const asker = new Asker(page);
  await asker.search(execution);
  await asker.press(page.getByTestId('failure-strip').getByRole('button', { name: /View failure/ }));
}

test('9, 10 Why did an execution fail (vertex, walk, reason, leader), and which walks were cancelled because of it?', async ({
  page,
  stack,
}) => {
  const index = await readIndex(stack);
  const ends = await index.events('WalkPendingAbort,WalkAborted,WalkFailed');
  const verdicts = await index.events('TerminalErrEvalRecorded');
  const missed = await index.events('SubmissionFailureEvidenceRecorded');
  const cancelled = (await index.events('WalkCancelled')).map(placeOf);
  /** The verdicts at the first end of a walk of this kind, after a failure of this class. */
  const found = (kind: RegExp, failure: string) => {
    const firstEnds = new Map(ends.toReversed().map((event) => [placeOf(event).execution, event]));
    return [...firstEnds.values()].flatMap((end) => {
      const verdict = verdicts.find((event) => samePlace(event, end));
      const isSuch = textAt(verdict, 'payload.failure_class.variant') === failure;
      return verdict !== undefined && isSuch && kind.test(textAt(end, 'kind')) ? [verdict] : [];
    });
  };
  const of = (execution: string) => cancelled.filter((place) => place.execution === execution);
  await openDemo(page);
  for (const [kind, failure] of [
    [/Abort/, 'TerminalSubmissionFailure'],
    [/Abort/, 'TerminalToolFailure'],
    [/WalkFailed/, 'TerminalToolFailure'],
  ] as const) {
    // Of those executions, the one with the most cancelled walks.
    const [verdict] = found(kind, failure).sort(
      (a, b) => of(placeOf(b).execution).length - of(placeOf(a).execution).length,
    );
    expect(verdict, `a walk that ended by ${kind.source} after ${failure}`).toBeDefined();
    const { execution, walk, vertex, iteration } = placeOf(verdict);
    const together = await index.all(`/events?tx_digest=${textAt(verdict, 'tx_digest')}`);
    const commit = together.find(
      (event) => event['kind'] === 'CommittedToolResultEvent' && samePlace(event, verdict),
    );
    const race = missed.find((event) => samePlace(event, verdict));
    const leader = valueAt(race, 'payload.failed_leader') ?? valueAt(commit, 'payload.leader');
    await viewFailure(page, execution);
    const panel = page.getByTestId('failure-panel');
    await expect(panel).toContainText(
      `${vertex}${iteration === null ? '' : ` [${iteration}]`}, walk ${walk}`,
    );
    await expect(panel).toContainText(textAt(verdict, 'payload.reason'));
    await expect(panel.locator(`[data-same-id="${String(leader)}"]`).first()).toBeVisible();
    const affected = panel
      .getByTestId('failure-consequences')
      .locator('[data-walk-hit]')
      .filter({ hasText: 'cancelled' });
    await expect(affected).toHaveCount(of(execution).length);
    for (const place of of(execution))
      await expect(panel.locator(`[data-walk-hit="${place.walk}"]`)).toContainText(place.vertex);
  }
  expect(cancelled.length).toBeGreaterThan(0);
});

type Cost = Record<'gas' | 'tool' | 'priority' | 'released', bigint>;

/** What an execution cost by vertex, from its payment events: gas stands with the lock or the settlement of its transaction. */
function costsInLog(events: readonly Json[]): Map<string, Cost> {
  const costs = new Map<string, Cost>();
  const add = (vertex: string, part: keyof Cost, amount: bigint) => {
    const cost = costs.get(vertex) ?? { gas: 0n, tool: 0n, priority: 0n, released: 0n };
    cost[part] += amount;
    costs.set(vertex, cost);
  };
  const vertexOf = (event: Json | undefined) => (event ? textAt(event, 'payload.vertex.vertex.name') : '');
  let priority = 0n;
  for (const event of events) {
    const vertex = vertexOf(
      events.find(
        ({ kind, tx_digest }) =>
          tx_digest === event['tx_digest'] && /^Invocation(Locked|Settled)/.test(String(kind)),
      ),
    );
    const amount = amountAt(event, 'payload.amount');
    if (event['kind'] === 'GasPaymentConsumedEvent') add(vertex, 'gas', amount);
    if (event['kind'] === 'ExecutionPaymentFeesRecordedEvent') {
      const total = amountAt(event, 'payload.priority_fee_mist');
      add(vertex, 'priority', total - priority);
      priority = total;
    }
    if (event['kind'] === 'InvocationSettledEvent')
      add(vertexOf(event), valueAt(event, 'payload.was_refunded') === true ? 'released' : 'tool', amount);
  }
  return costs;
}

/** A refunded execution with cancelled walks and locks given back: its events, and what its task's reserve had more of afterwards. */
async function refunded(index: IndexReader) {
  const cancelled = new Set((await index.events('WalkCancelled')).map((event) => placeOf(event).execution));
  const reserves = await index.events(
    'TaskExecutionPaymentCreated,TaskExecutionPaymentFinalized,TaskPaymentReserveRefilled,TaskPaymentReserveCanceled',
  );
  const executionOf = (event: Json | undefined) =>
    String(valueAt(event, 'payload.execution') ?? valueAt(event, 'payload.execution_id'));
  for (const refund of await index.events('ExecutionRefunded')) {
    const execution = executionOf(refund);
    const start = reserves.find((event) => executionOf(event) === execution);
    const task = textAt(start, 'payload.task_id');
    const ofTask = reserves.filter((event) => textAt(event, 'payload.task_id') === task);
    const next = ofTask[ofTask.indexOf(start ?? {}) + 1];
    // Where something else happened to the reserve meanwhile, the amount that came back is unknown.
    if (!cancelled.has(execution) || executionOf(next) !== execution) continue;
    const around = await Promise.all(
      [
        `tx_digest=${textAt(start, 'tx_digest')}`,
        `created_after=${textAt(start, 'onchain_at')}&created_before=${textAt(refund, 'onchain_at')}`,
        `tx_digest=${textAt(refund, 'tx_digest')}`,
      ].map((query) => index.all(`/events?${query}`)),
    );
    const events = [...new Map(around.flat().map((event) => [event['id'], event])).values()]
      .filter((event) => executionOf(event) === execution)
      .sort(byId);
    const isReleased = (event: Json) =>
      valueAt(event, 'payload.was_refunded') === true && amountAt(event, 'payload.amount') > 0n;
    if (!events.some(isReleased)) continue;
    const returned = amountAt(next, 'payload.remaining_funds') - amountAt(start, 'payload.remaining_funds');
    return { execution, events, reason: textAt(refund, 'payload.refund_reason'), returned };
  }
  throw new Error('no refunded execution has cancelled walks and a lock given back');
}

test(
  '11 What did an execution cost, by vertex, and what was refunded?',
  { tag: '@full' },
  async ({ page, stack }) => {
    const { execution, events, reason, returned } = await refunded(await readIndex(stack));
    const costs = costsInLog(events);
    await openDemo(page);
    const asker = new Asker(page);
    await asker.search(execution);
    await asker.press(page.getByRole('tab', { name: /Payment ledger/ }));
    const table = page.getByRole('table', { name: 'Cost by vertex' });
    await expect(table.locator('[data-cost]')).toHaveCount(costs.size);
    for (const [vertex, cost] of costs)
      for (const [part, amount] of Object.entries(cost))
        await expect(
          table.locator(`[data-cost="${vertex}"] [data-part="${part}"] [data-exact]`),
          `${part} of ${vertex}`,
        ).toHaveAttribute('data-exact', String(amount));
    // What went back is what the task's reserve has more of afterwards.
    const back = page.locator('[data-money="left"]').first();
    await expect(back).toContainText('Returned');
    await expect(back.locator('[data-exact]').first()).toHaveAttribute('data-exact', String(returned));
    await expect(page.getByTestId('payment-end')).toContainText(`refunded: ${reason}`);
  },
);

/** A recorded value as the page writes it: a text in quotes where it is short, a number as it is. */
function displayText(value: Json): string {
  if (typeof value['bytes'] === 'string') {
    const text = Buffer.from(value['bytes'], 'base64').toString();
    try {
      return displayText({ data: parseJson(text) });
    } catch {
      return displayText({ data: text });
    }
  }
  const { data } = value;
  if (typeof data !== 'string') return stringifyJson(data, 2);
  return data.length > 120 ? data : JSON.stringify(data);
}

/** The value that a result sent to iteration 2 along an edge of this kind: of a fan-out the third, of a loop what iteration 1 handed on. */
function sentToSecond(event: Json, edge: RecordedEdge): Json | undefined {
  const { vertex, iteration } = placeOf(event);
  if (vertex !== edge.from || textAt(event, 'payload.variant.name') !== edge.variant) return undefined;
  const ports = valueAt(event, 'payload.variant_ports_to_data') as Json;
  const port = ports[edge.port] as { one?: Json; many?: Json[] } | undefined;
  if (edge.kind === 'ForEach') return iteration === null ? port?.many?.[2] : undefined;
  return iteration === '1' ? port?.one : undefined;
}

/** A value that went along an edge of this kind to iteration 2, and the walk that received it. */
async function secondIteration(index: IndexReader, edges: readonly RecordedEdge[], kind: string) {
  for (let token = 0; ; token += 100) {
    const { items } = await index.get(`/events?kinds=WalkAdvanced&page_size=100&page_token=${token}`);
    expect((items as Json[]).length, `results that went along a ${kind} edge`).toBeGreaterThan(0);
    for (const event of items as Json[])
      for (const edge of edges) {
        if (edge.kind !== kind || edge.dag !== textAt(event, 'payload.dag')) continue;
        const value = sentToSecond(event, edge);
        if (value === undefined) continue;
        const { execution } = placeOf(event);
        const rows = await index.all(`/executions/${execution}/events?event_type=RequestWalkExecution`);
        const request = rows.find(
          (row) => row['vertex_name'] === edge.to && textAt(row, 'vertex_iteration') === '2',
        );
        if (request !== undefined) return { edge, value, execution, walk: textAt(request, 'walk_index') };
      }
  }
}

test('12 Which value did a vertex receive in iteration 2?', full, async ({ page, stack }) => {
  const index = await readIndex(stack);
  const edges = await recordedEdges(index);
  await openDemo(page);
  for (const kind of ['ForEach', 'DoWhile']) {
    const { edge, value, execution, walk } = await secondIteration(index, edges, kind);
    await page.goto('/overview');
    const asker = new Asker(page);
    await asker.search(execution);
    await asker.find(page.getByRole('combobox', { name: 'Find a vertex' }), edge.to);
    const detail = page.getByTestId('run-detail');
    await asker.choose(detail.getByRole('combobox', { name: 'Visit' }), `walk ${walk}, iteration [2]`);
    const input = detail.getByTestId('run-inputs').locator(`[data-port-value="${edge.input}"]`);
    await expect(input).toContainText(`from ${edge.from}.${edge.variant}.${edge.port}`);
    await expect(input).toContainText(displayText(value));
  }
});
