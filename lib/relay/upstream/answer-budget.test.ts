// One budget for the answers of all indexes: what is held, who waits, who is refused.
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { manualClock, type ManualClock } from '@/lib/time/testing/manual-clock';
import { reply, startSmallIndex, type SmallIndex } from '@/lib/relay/testing/small-index';
import { toResponse } from '@/lib/relay/responses';
import { createApiDocument } from './api-document';
import { createAnswerBudget, type AnswerBudget, type AnswerShare } from './answer-budget';
import { forward } from './forward';
import { toForward } from './forwardable';
import { createUpstream } from './index-client';
import { createReadPauses } from './read-pauses';
import { createReads } from './reads';

const LIMITS = { sharedBytes: 600, reservedBytes: 200, waitMs: 3_000, retryAfterS: 5 };
let clock: ManualClock;
let budget: AnswerBudget;

/** Whether a promise is settled once everything that can run has run. */
async function stateOf(promise: Promise<unknown>): Promise<string> {
  const states = promise.then(
    () => 'held',
    () => 'refused',
  );
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  return Promise.race([states, Promise.resolve('waits')]);
}

describe('a budget', () => {
  let first: AnswerShare;
  let second: AnswerShare;
  beforeEach(() => {
    clock = manualClock();
    budget = createAnswerBudget(LIMITS, clock);
    [first, second] = [budget.share(), budget.share()];
  });

  it('lets an index use what is shared and its own reserve, and keeps the reserve of the other', async () => {
    const greedy = first.lease();
    await greedy.hold(800);
    expect(await stateOf(first.lease().hold(1))).toBe('waits');
    const modest = second.lease();
    await modest.hold(200);
    expect(await stateOf(second.lease().hold(1))).toBe('waits');
    expect([first.used(), second.used(), budget.used()]).toEqual([800, 200, 1_000]);
  });

  it('grants what waits when another releases, smaller ones too', async () => {
    const [large, small] = [first.lease(), first.lease()];
    await large.hold(700);
    const [waiting, passing] = [first.lease(), first.lease()];
    const later = waiting.hold(500);
    expect(await stateOf(later)).toBe('waits');
    await passing.hold(100);
    large.release();
    expect(await stateOf(later)).toBe('held');
    await small.hold(200);
    expect(budget.used()).toBe(800);
    for (const lease of [waiting, passing, small, large]) lease.release();
    expect(budget.used()).toBe(0);
  });

  it('refuses with 503 and Retry-After after a brief wait, which counts for the whole answer', async () => {
    const large = first.lease();
    await large.hold(800);
    const waiting = first.lease();
    const refused = waiting.hold(10);
    clock.pass(2_999);
    expect(await stateOf(refused)).toBe('waits');
    clock.pass(1);
    await expect(refused).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      status: 503,
      headers: { 'Retry-After': '5' },
    });
    const again = waiting.hold(10);
    expect(await stateOf(again)).toBe('waits');
    clock.pass(0);
    await expect(again).rejects.toThrow('Try again in 5 s');
    expect(budget.used()).toBe(800);
  });

  it('forgets a caller that leaves', async () => {
    await first.lease().hold(800);
    const leaves = new AbortController();
    const waiting = first.lease().hold(10, leaves.signal);
    expect(await stateOf(waiting)).toBe('waits');
    leaves.abort(new Error('left'));
    await expect(waiting).rejects.toThrow('left');
    await expect(first.lease().hold(10, leaves.signal)).rejects.toThrow('left');
    expect(budget.used()).toBe(800);
  });
});

describe('answers of an index', () => {
  const KB = 1024;
  let index: SmallIndex;
  beforeEach(async () => {
    index = await startSmallIndex();
    budget = createAnswerBudget({ sharedBytes: 0, reservedBytes: 1_024 * KB, waitMs: 200, retryAfterS: 5 });
  });
  afterEach(() => index.close());

  const page = (n: number) => toForward('/dags', new URLSearchParams({ page_token: String(n) }));
  function readsOf(share: AnswerShare) {
    const upstream = createUpstream({ baseUrl: index.url, fetch, share });
    return createReads({
      upstream,
      share,
      readPauses: createReadPauses(() => 0),
      document: createApiDocument(upstream, () => 0),
      now: () => 0,
      eventsSeen: () => 0,
    });
  }
  const body = (bytes: number) => `{"filling":"${'x'.repeat(bytes - 14)}"}`;

  test.each(['stated', 'unstated', 'compressed'])(
    'twenty large ones of %s length never hold more than the budget; those without room are a 503',
    async (length) => {
      const text = body(300 * KB);
      const packed = gzipSync(text);
      index.replies.set('GET /dags', (_, response) => {
        response.writeHead(200, {
          'content-type': 'application/json',
          ...(length === 'stated' ? { 'content-length': text.length } : {}),
          ...(length === 'compressed' ? { 'content-encoding': 'gzip' } : {}),
        });
        response.end(length === 'compressed' ? packed : text);
      });
      const share = budget.share();
      const reads = readsOf(share);
      let most = 0;
      const ends = await Promise.all(
        Array.from({ length: 20 }, async (_, n) => {
          const answer = await reads.get(page(n), 'k_1.canary-secret').catch((error: unknown) => error);
          most = Math.max(most, share.used());
          return answer;
        }),
      );
      const granted = ends.filter((end) => !(end instanceof Error)) as { release: () => void }[];
      expect(granted.length).toBeGreaterThan(0);
      expect(granted.length).toBeLessThanOrEqual(3);
      for (const end of ends.filter((each) => each instanceof Error))
        expect(end).toMatchObject({ status: 503, headers: { 'Retry-After': '5' } });
      expect(most).toBeLessThanOrEqual(1_024 * KB);
      expect(share.used()).toBe(granted.length * 300 * KB);
      for (const { release } of granted) release();
      expect(share.used()).toBe(0);
    },
  );

  test('another index still answers while one fills its share', async () => {
    index.replies.set('GET /dags', reply(200, body(900 * KB)));
    const [greedy, other] = [readsOf(budget.share()), readsOf(budget.share())];
    const first = await greedy.get(page(1), 'k_1.canary-secret');
    await expect(greedy.get(page(2), 'k_1.canary-secret')).rejects.toMatchObject({ status: 503 });
    const second = await other.get(page(2), 'k_1.canary-secret');
    expect(budget.used()).toBe(1_800 * KB);
    first.release();
    second.release();
    expect(budget.used()).toBe(0);
  });

  test('callers that share an answer, at once or from the cache, count it once, until the last of them is done', async () => {
    const list = `{"items":[],"metadata":{"next_token":null,"total_items":1},"filling":"${'x'.repeat(600 * KB)}"}`;
    index.replies.set('GET /dags', reply(200, list));
    const share = budget.share();
    const reads = readsOf(share);
    const together = await Promise.all([1, 2].map(() => reads.get(page(1), 'k_1.canary-secret')));
    const cached = await reads.get(page(1), 'k_1.canary-secret');
    expect(cached.ageSeconds).toBe(0);
    for (const { release } of together) {
      expect(share.used()).toBe(list.length);
      release();
      release();
    }
    expect(share.used()).toBe(list.length);
    cached.release();
    expect(share.used()).toBe(0);
    const again = await reads.get(page(1), 'k_1.canary-secret');
    expect([again.ageSeconds, share.used()]).toEqual([0, list.length]);
    again.release();
    expect(index.requests).toHaveLength(1);
  });

  test('what fails, is refused or is left by its caller holds nothing', async () => {
    const share = budget.share();
    const reads = readsOf(share);
    const answers = {
      truncated: (_: unknown, response: ServerResponse) => {
        response.writeHead(200, { 'content-length': 500_000 });
        response.write(body(300 * KB), () => response.destroy());
      },
      page: reply(200, 'x'.repeat(100_000), { 'content-type': 'text/html' }),
      absent: reply(404, '{}'),
    };
    for (const [n, answer] of Object.values(answers).entries()) {
      index.replies.set('GET /dags', answer);
      await forward(reads, page(n), 'k_1.canary-secret').then(
        (found) => toResponse(found, new Request('http://console.example')).text(),
        () => undefined,
      );
      expect([n, share.used()]).toEqual([n, 0]);
    }
    const leaves = new AbortController();
    index.replies.set('GET /dags', (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write(body(300 * KB), () => leaves.abort(new Error('left')));
    });
    await expect(reads.get(page(9), 'k_1.canary-secret', { signal: leaves.signal })).rejects.toThrow('left');
    await expect.poll(() => share.used()).toBe(0);
  });

  test('a response of a route counts until its last part is taken, its reader leaves, or it will not be read', async () => {
    index.replies.set('GET /dags', reply(200, body(500 * KB)));
    const share = budget.share();
    const reads = readsOf(share);
    const respond = async (n: number, init: RequestInit = {}) =>
      toResponse(
        await forward(reads, page(n), 'k_1.canary-secret'),
        new Request('http://console.example', init),
      );
    const open = async (n: number) => (await respond(n)).body?.getReader();
    const slow = await open(1);
    await slow?.read();
    expect(share.used()).toBe(500 * KB);
    await slow?.cancel();
    expect(share.used()).toBe(0);
    const whole = await open(2);
    for (let part = await whole?.read(); part?.done === false; part = await whole?.read())
      expect(share.used()).toBe(500 * KB);
    expect(share.used()).toBe(0);
    // Next neither reads nor cancels the bodies of these.
    expect((await respond(3, { method: 'HEAD' })).status).toBe(200);
    expect(share.used()).toBe(0);
    const client = new AbortController();
    await respond(4, { signal: client.signal });
    expect(share.used()).toBe(500 * KB);
    client.abort();
    expect(share.used()).toBe(0);
    await respond(5, { signal: client.signal });
    expect(share.used()).toBe(0);
  });
});
