import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApiError } from './api-error';
import { createRead, requestedWait, type Read } from './read';
import { retryDelay, shouldRetry } from './queries/endpoint-query';

const dag = {
  object_id: '0x1',
  creator: '0x2',
  finalized_at: null,
  created_at: '2026-11-20T10:00:00Z',
  updated_at: '2026-11-20T10:00:00Z',
  onchain_created_at: null,
};
const page = (items: unknown[]) => JSON.stringify({ items, metadata: { next_token: null, total_items: 1 } });
const answers: Record<string, { status: number; body: string; headers?: Record<string, string> }> = {
  '/api/index/dags': { status: 200, body: page([dag]) },
  '/api/index/dags?finalized=true': { status: 200, body: page([{ ...dag, creator: 7 }]) },
  '/api/index/payments': {
    status: 429,
    body: '{"error_code":"RATE_LIMITED","message":"600 requests a minute","request_id":"r-1"}',
    headers: { 'retry-after': '7' },
  },
  '/api/index/tools': { status: 502, body: '<html>bad gateway</html>', headers: { 'x-request-id': 'r-2' } },
  '/api/index/leaders': { status: 200, body: '<html>signed out</html>' },
  '/api/index/tools?page_size=99': { status: 200, body: `{"items":[${'{},'.repeat(300_000)}{}]}` },
  '/api/index/executions/0x1/payment-ledger': {
    status: 200,
    body: `{"items":[{"id":1,"kind":"refilled","tx_digest":"d","created_at":"t","payment_object_id":null,
      "agent_object_id":null,"skill_id":null,"tool_fqn":null,"vertex_key":null,"walk_index":null,"amount":9007199254740993,
      "cost":null,"gas_fee_mist":null,"priority_fee_mist":null,"priority_fee_percentage":null,"tool_fee_mist":null,
      "refill_amount":null,"refill_source":null,"required_shortfall":null,"settlement_kind":null,"was_refunded":null,
      "later":true}],"metadata":{"next_token":null,"total_items":1}}`,
  },
};
const server = createServer((request, response) => {
  const answer = answers[request.url ?? ''];
  if (answer === undefined) return void response.destroy();
  response.writeHead(answer.status, answer.headers).end(answer.body);
});
let read: Read;
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  read = createRead(fetch, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
afterAll(() => server.close());

test('an answer whose check would block the page is refused by name', async () => {
  const error = await read('tools.list', {}, { page_size: '99' }).catch((cause: unknown) => cause);
  expect(error).toMatchObject({ code: 'UNREADABLE_ANSWER', message: expect.stringContaining('more values') });
});

test('an absence that is answered has its own status', async () => {
  const seen: (string | null)[] = [];
  const relay: typeof fetch = async (_, init) => {
    seen.push(new Headers(init?.headers).get('x-accepts-absence'));
    const body = '{"error_code":"NOT_FOUND","message":"no such DAG"}';
    return new Response(body, { headers: { 'x-absent-status': '404' } });
  };
  const error = await failed(createRead(relay)('dags.get', { dag_object_id: `0x${'1'.repeat(64)}` }));
  expect(error).toMatchObject({ status: 404, code: 'NOT_FOUND', message: 'no such DAG' });
  expect(seen).toEqual(['1']);
});

const failed = async (promise: Promise<unknown>): Promise<ApiError> => {
  const error: unknown = await promise.catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
};

test('an answer is parsed by its row; amounts beyond a double are exact; unknown keys pass', async () => {
  expect((await read('dags.list', {})).items[0]?.finalized_at).toBeNull();
  const ledger = await read('executions.payment-ledger', { execution_object_id: '0x1' });
  expect(ledger.items[0]?.amount).toBe(9007199254740993n);
  expect(ledger.items[0]).toMatchObject({ later: true });
});

test('a record that does not parse names endpoint and field', async () => {
  const error = await failed(read('dags.list', {}, { finalized: 'true' }));
  expect(error).toMatchObject({ endpoint: 'dags.list', field: 'items.0.creator', code: 'UNREADABLE_ANSWER' });
  expect(shouldRetry(1, error)).toBe(false);
});

test('a refusal carries status, code, words, request id and the wait', async () => {
  const error = await failed(read('payments.list', {}));
  expect(error).toMatchObject({
    status: 429,
    code: 'RATE_LIMITED',
    message: '600 requests a minute',
    request_id: 'r-1',
    retry_after_ms: 7000,
  });
  expect(shouldRetry(1, error)).toBe(true);
  expect(retryDelay(1, error, () => 0)).toBe(7000);
  expect(retryDelay(1, error, () => 1)).toBe(8000);
});

test('a body that is not ours loses nothing that matters', async () => {
  expect(await failed(read('tools.list', {}))).toMatchObject({ status: 502, code: null, request_id: 'r-2' });
  expect(await failed(read('leaders.list', {}))).toMatchObject({ status: 200, code: 'UNREADABLE_ANSWER' });
});

test('each read sends a request id, which the error carries unless the response names another', async () => {
  const sent: (string | null)[] = [];
  let count = 0;
  const away = createRead(
    async (_, init) => {
      sent.push(new Headers(init?.headers).get('x-request-id'));
      throw new TypeError('away');
    },
    '',
    () => `id-${(count += 1)}`,
  );
  expect((await failed(away('dags.list', {}))).request_id).toBe('id-1');
  expect((await failed(away('dags.list', {}))).request_id).toBe('id-2');
  expect(sent).toEqual(['id-1', 'id-2']);
  expect((await failed(read('leaders.list', {}))).request_id).toMatch(/^[0-9a-f]{24}$/);
});

test('no answer is status 0 and retryable; an aborted read is not an ApiError', async () => {
  const error = await failed(read('agents.list', {}));
  expect(error).toMatchObject({ status: 0, code: 'UNREACHABLE', endpoint: 'agents.list' });
  expect(shouldRetry(0, error)).toBe(true);
  const aborted = AbortSignal.abort(new Error('navigated away'));
  await expect(read('dags.list', {}, {}, { signal: aborted })).rejects.not.toBeInstanceOf(ApiError);
});

test.each([400, 401, 403, 404, 501])('%d is final', (status) => {
  expect(shouldRetry(0, new ApiError({ endpoint: 'x', message: '', status }))).toBe(false);
});

test('waits grow with full jitter, stay in bounds and end', () => {
  const error = new ApiError({ endpoint: 'x', message: '', status: 503 });
  const spans = Array.from({ length: 12 }, (_, tried) => retryDelay(tried, error, () => 1));
  expect(spans.slice(0, 4)).toEqual([500, 1000, 2000, 4000]);
  expect(Math.max(...spans)).toBe(30_000);
  expect(retryDelay(3, error, () => 0)).toBe(0);
  expect([shouldRetry(3, error), shouldRetry(4, error)]).toEqual([true, false]);
});

test('requested waits are bounded in total, not only each', () => {
  const asking = (seconds: number) =>
    new ApiError({ endpoint: 'x', message: '', status: 429, retry_after_ms: seconds * 1000 });
  expect([0, 1, 2].map((failures) => shouldRetry(failures, asking(25)))).toEqual([true, true, false]);
  expect(shouldRetry(0, asking(61))).toBe(false);
});

test('the wait is Retry-After, in seconds or as a date, else the reset of the rate limit', () => {
  expect(
    requestedWait(
      new Headers({ 'retry-after': 'Fri, 20 Nov 2026 10:00:09 GMT', date: 'Fri, 20 Nov 2026 10:00:00 GMT' }),
    ),
  ).toBe(9000);
  expect(requestedWait(new Headers({ 'ratelimit-reset': '3' }))).toBe(3000);
  expect(requestedWait(new Headers())).toBeNull();
});
