// Questions about one execution, each answered from the overview in at most four interactions and without reading JSON. The right answers come from
// the event log alone: the listings that the page reads are another way to it.
import type { Page } from '@playwright/test';
import { Asker } from '@/e2e/asker';
import { readIndex, type IndexReader, type Json } from '@/e2e/index-reader';
import { expect, test } from '@/e2e/stack/fixtures';
import { openDemo } from '@/e2e/visitor';
import { parseJson, stringifyJson } from '@/lib/json/exact';

interface Place {
  execution: string;
  walk: string;
  vertex: string;
  iteration: string | null;
}

interface DagEdge {
  from: string;
  variant: string;
  port: string;
  to: string;
  input: string;
  kind: string;
}

const payloadOf = (event: Json | undefined) => (event?.['payload'] ?? {}) as Json;
const nameOf = (value: unknown) => String((value as Json)['name']);

/** Where an event of a walk happened. */
function placeOf(event: Json | undefined): Place {
  const { execution, walk_index, vertex } = payloadOf(event);
  const runtime = vertex as Json;
  return {
    execution: String(execution),
    walk: String(walk_index),
    vertex: nameOf(runtime['vertex']),
    iteration: runtime['variant'] === 'Plain' ? null : String(runtime['iteration']),
  };
}
const samePlace = (a: Place, b: Place) => JSON.stringify(a) === JSON.stringify(b);
const byId = (a: Json, b: Json) => Number(a['id']) - Number(b['id']);

async function eventsOf(index: IndexReader, kinds: string): Promise<Json[]> {
  return (await index.all(`/events?kinds=${kinds}`)).sort(byId);
}

/** Goes to the execution and looks at why it failed. */
async function lookAtFailure(page: Page, execution: string): Promise<void> {
  await page.goto('/overview');
  const asker = new Asker(page);
  await asker.search(execution);
  await asker.press(page.getByTestId('failure-strip').getByRole('button', { name: /View failure/ }));
}

test('9 Why did an execution fail: vertex, walk, reason, leader?', async ({ page, stack }) => {
  const index = await readIndex(stack);
  const ends = await eventsOf(index, 'WalkPendingAbort,WalkAborted,WalkFailed');
  const verdicts = await eventsOf(index, 'TerminalErrEvalRecorded');
  const missed = await eventsOf(index, 'SubmissionFailureEvidenceRecorded');
  const of = (execution: string) => ends.filter((event) => placeOf(event).execution === execution);
  /** One execution whose first end of a walk is of this kind, after a failure of this class. */
  const found = (kind: RegExp, failure: string) => {
    for (const { execution } of ends.map(placeOf)) {
      const [first] = of(execution);
      if (!kind.test(String(first?.['kind']))) continue;
      const verdict = verdicts.find((event) => samePlace(placeOf(event), placeOf(first)));
      if ((payloadOf(verdict)['failure_class'] as Json | undefined)?.['variant'] === failure) return verdict;
    }
    throw new Error(`no walk ended by ${String(kind)} after ${failure}`);
  };
  await openDemo(page);
  for (const verdict of [
    found(/Abort/, 'TerminalSubmissionFailure'),
    found(/Abort/, 'TerminalToolFailure'),
    found(/WalkFailed/, 'TerminalToolFailure'),
  ]) {
    const place = placeOf(verdict);
    const together = await index.all(`/events?tx_digest=${String(verdict?.['tx_digest'])}`);
    const commit = together.find(
      (event) => event['kind'] === 'CommittedToolResultEvent' && samePlace(placeOf(event), place),
    );
    const race = missed.find((event) => samePlace(placeOf(event), place));
    const leader = payloadOf(race)['failed_leader'] ?? payloadOf(commit)['leader'];
    await lookAtFailure(page, place.execution);
    const panel = page.getByTestId('failure-panel');
    const iteration = place.iteration === null ? '' : ` [${place.iteration}]`;
    await expect(panel).toContainText(`${place.vertex}${iteration}, walk ${place.walk}`);
    await expect(panel).toContainText(String(payloadOf(verdict)['reason']));
    await expect(panel.locator(`[data-same-id="${String(leader)}"]`).first()).toBeVisible();
  }
});

test('10 Which walks were cancelled because of it?', async ({ page, stack }) => {
  const index = await readIndex(stack);
  const cancelled = (await eventsOf(index, 'WalkCancelled')).map(placeOf);
  const of = (execution: string) => cancelled.filter((place) => place.execution === execution);
  const most = cancelled.reduce((best, place) =>
    of(place.execution).length > of(best.execution).length ? place : best,
  );
  const wanted = of(most.execution);
  await openDemo(page);
  await lookAtFailure(page, most.execution);
  const hit = page.getByTestId('failure-consequences').locator('[data-walk-hit]');
  await expect(hit).toHaveCount(wanted.length);
  for (const { walk, vertex } of wanted) {
    const line = page.locator(`[data-walk-hit="${walk}"]`);
    await expect(line).toContainText(`${vertex}`);
    await expect(line).toContainText('cancelled');
  }
});

type Cost = Record<'gas' | 'tool' | 'priority' | 'released', bigint>;

/** What an execution cost by vertex, from its payment events: gas stands with the lock or the settlement of its transaction. */
function costsInLog(events: readonly Json[]): Map<string, Cost> {
  const costs = new Map<string, Cost>();
  const add = (vertex: string, part: keyof Cost, amount: unknown) => {
    const cost = costs.get(vertex) ?? { gas: 0n, tool: 0n, priority: 0n, released: 0n };
    cost[part] += BigInt(amount as number);
    costs.set(vertex, cost);
  };
  const invocationOf = (digest: unknown) =>
    events.find(
      ({ kind, tx_digest }) => tx_digest === digest && /^Invocation(Locked|Settled)/.test(String(kind)),
    );
  let priority = 0n;
  for (const event of events) {
    const payload = payloadOf(event);
    const invocation = invocationOf(event['tx_digest']);
    const vertex =
      invocation === undefined ? '' : nameOf((payloadOf(invocation)['vertex'] as Json)['vertex']);
    if (event['kind'] === 'GasPaymentConsumedEvent') add(vertex, 'gas', payload['amount']);
    if (event['kind'] === 'ExecutionPaymentFeesRecordedEvent') {
      const total = BigInt(payload['priority_fee_mist'] as number);
      add(vertex, 'priority', total - priority);
      priority = total;
    }
    if (event['kind'] === 'InvocationSettledEvent')
      add(
        nameOf((payload['vertex'] as Json)['vertex']),
        payload['was_refunded'] === true ? 'released' : 'tool',
        payload['amount'],
      );
  }
  return costs;
}

/** A refunded execution with cancelled walks and locks given back: every event of its own, and what its task's reserve had more of afterwards. */
async function refunded(index: IndexReader) {
  const cancelled = new Set(
    (await eventsOf(index, 'WalkCancelled')).map((event) => placeOf(event).execution),
  );
  const reserves = await eventsOf(
    index,
    'TaskExecutionPaymentCreated,TaskExecutionPaymentFinalized,TaskPaymentReserveRefilled,TaskPaymentReserveCanceled',
  );
  for (const refund of await eventsOf(index, 'ExecutionRefunded')) {
    const execution = String(payloadOf(refund)['execution_id']);
    const begun = reserves.find((event) => payloadOf(event)['execution_id'] === execution);
    const ofTask = reserves.filter((event) => payloadOf(event)['task_id'] === payloadOf(begun)['task_id']);
    const next = ofTask[ofTask.indexOf(begun ?? {}) + 1];
    // Where something else happened to the reserve meanwhile, it does not tell what came back.
    if (!cancelled.has(execution) || payloadOf(next)['execution_id'] !== execution) continue;
    const window = `created_after=${String(begun?.['onchain_at'])}&created_before=${String(refund['onchain_at'])}`;
    const around = [
      ...(await index.all(`/events?tx_digest=${String(begun?.['tx_digest'])}`)),
      ...(await index.all(`/events?${window}`)),
      ...(await index.all(`/events?tx_digest=${String(refund['tx_digest'])}`)),
    ];
    const own = [...new Map(around.map((event) => [event['id'], event])).values()]
      .filter((event) =>
        [payloadOf(event)['execution'], payloadOf(event)['execution_id']].includes(execution),
      )
      .sort(byId);
    const isGivenBack = (event: Json) =>
      payloadOf(event)['was_refunded'] === true && Number(payloadOf(event)['amount']) > 0;
    if (!own.some(isGivenBack)) continue;
    const had = (event: Json | undefined) => BigInt(payloadOf(event)['remaining_funds'] as number);
    return { execution, own, reason: payloadOf(refund)['refund_reason'], back: had(next) - had(begun) };
  }
  throw new Error('no refunded execution has cancelled walks and a lock given back');
}

test('11 What did an execution cost, by vertex, and what was refunded?', async ({ page, stack }) => {
  const { execution, own, reason, back } = await refunded(await readIndex(stack));
  const costs = costsInLog(own);
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
  await expect(page.locator('[data-money="left"]').first()).toContainText('Returned');
  await expect(page.locator('[data-money="left"] [data-exact]').first()).toHaveAttribute(
    'data-exact',
    String(back),
  );
  await expect(page.getByTestId('payment-end')).toContainText(`refunded: ${String(reason)}`);
});

/** A recorded value as the page writes it: a text in quotes where it is short, a number as it is. */
function written(value: Json): string {
  if (typeof value['bytes'] === 'string') {
    const text = Buffer.from(value['bytes'], 'base64').toString();
    try {
      return written({ data: parseJson(text) });
    } catch {
      return written({ data: text });
    }
  }
  const { data } = value;
  if (typeof data !== 'string') return stringifyJson(data, 2);
  return data.length > 120 ? data : JSON.stringify(data);
}

/** The edges of every DAG, as they were recorded. */
async function edgesInLog(index: IndexReader): Promise<Map<string, DagEdge[]>> {
  const dags = new Map<string, DagEdge[]>();
  for (const event of await eventsOf(index, 'DAGEdgeAdded')) {
    const { dag, from_vertex, edge } = payloadOf(event);
    const { from, to, kind } = edge as Record<string, Json>;
    const told = {
      from: nameOf(from_vertex),
      variant: nameOf(from?.['variant']),
      port: nameOf(from?.['port']),
      to: nameOf(to?.['vertex']),
      input: nameOf(to?.['port']),
      kind: String(kind?.['variant']),
    };
    dags.set(String(dag), [...(dags.get(String(dag)) ?? []), told]);
  }
  return dags;
}

/** The value that an answer sent to iteration 2 along an edge of this kind: of a fan-out the third, of a loop what iteration 1 handed on. */
function sentToSecond(event: Json, edge: DagEdge): Json | undefined {
  const { variant, variant_ports_to_data } = payloadOf(event);
  const { vertex, iteration } = placeOf(event);
  if (vertex !== edge.from || nameOf(variant) !== edge.variant) return undefined;
  const port = (variant_ports_to_data as Json)[edge.port] as { one?: Json; many?: Json[] } | undefined;
  if (edge.kind === 'ForEach') return iteration === null ? port?.many?.[2] : undefined;
  return iteration === '1' ? port?.one : undefined;
}

test('12 What value went from one vertex to another in iteration 2?', async ({ page, stack }) => {
  const index = await readIndex(stack);
  const dags = await edgesInLog(index);
  const found = async (kind: string) => {
    for (let token = 0; ; token += 100) {
      const { items } = await index.get(`/events?kinds=WalkAdvanced&page_size=100&page_token=${token}`);
      expect((items as Json[]).length, `answers that went along a ${kind} edge`).toBeGreaterThan(0);
      for (const event of items as Json[])
        for (const edge of dags.get(String(payloadOf(event)['dag'])) ?? []) {
          const value = edge.kind === kind ? sentToSecond(event, edge) : undefined;
          if (value === undefined) continue;
          const { execution } = placeOf(event);
          const rows = await index.all(`/executions/${execution}/events?event_type=RequestWalkExecution`);
          const request = rows.find(
            (row) => row['vertex_name'] === edge.to && String(row['vertex_iteration']) === '2',
          );
          if (request !== undefined) return { edge, value, execution, walk: String(request['walk_index']) };
        }
    }
  };
  await openDemo(page);
  for (const { edge, value, execution, walk } of [await found('ForEach'), await found('DoWhile')]) {
    await page.goto('/overview');
    const asker = new Asker(page);
    await asker.search(execution);
    await asker.find(page.getByRole('combobox', { name: 'Find a vertex' }), edge.to);
    const detail = page.getByTestId('run-detail');
    await asker.choose(detail.getByRole('combobox', { name: 'Visit' }), `walk ${walk}, iteration [2]`);
    const given = detail.getByTestId('run-inputs').locator(`[data-port-value="${edge.input}"]`);
    await expect(given).toContainText(`from ${edge.from}.${edge.variant}.${edge.port}`);
    await expect(given).toContainText(written(value));
  }
});
