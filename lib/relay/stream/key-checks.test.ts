// The product's own times, on a clock that the test moves.
import { expect, it } from 'vitest';
import { createKeyChecks } from './key-checks';
import { STREAM_LIMITS } from './limits';
import { manualClock } from '@/lib/time/testing/manual-clock';
import type { OpenConnection } from './upstream-connection';

const MINUTE = 60_000;

function watched() {
  const clock = manualClock();
  const pass = async (ms: number) => {
    for (const end = clock.now() + ms; clock.now() < end;) {
      clock.pass(1_000);
      // Verdicts arrive as promises.
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  let verdict: 'allowed' | 'unreachable' | 401 = 'allowed';
  let [attempts, open] = [0, 0];
  const openConnection: OpenConnection = (_cursor, handlers) => {
    attempts += 1;
    open += 1;
    const connection = { close: () => void (open -= 1), pause: () => undefined, resume: () => undefined };
    setImmediate(() => {
      if (verdict === 'allowed') return handlers.onOpen();
      open -= 1;
      if (verdict === 'unreachable') return handlers.onClose({ why: 'unreachable' });
      return handlers.onClose({ why: 'refused', status: verdict, retryAfterMs: undefined });
    });
    return connection;
  };
  const checks = createKeyChecks({ clock, limits: STREAM_LIMITS });
  const losses: unknown[] = [];
  return {
    pass,
    losses,
    confirm: (key = 'a key') => checks.confirm(key, openConnection),
    read: (key = 'a key') => checks.watch(key, openConnection, (loss) => losses.push(loss)),
    answerWith: (next: typeof verdict) => void (verdict = next),
    attempts: () => attempts,
    open: () => open,
  };
}

it('asks once a minute for all readers of a key, and closes each check at once', async () => {
  const at = watched();
  await at.confirm();
  for (let reader = 0; reader < 50; reader += 1) at.read();
  await at.pass(10 * MINUTE);
  expect(at.attempts()).toBeGreaterThanOrEqual(10);
  expect(at.attempts()).toBeLessThanOrEqual(12);
  expect(at.open()).toBe(0);
  expect(at.losses).toEqual([]);
});

it('asks once for all streams that open before the first answer', async () => {
  const at = watched();
  await Promise.all(Array.from({ length: 50 }, () => at.confirm()));
  expect(at.attempts()).toBe(1);
});

it('disconnects every reader of a refused key within a minute or so', async () => {
  const at = watched();
  await at.confirm();
  at.read();
  at.read();
  at.answerWith(401);
  await at.pass(MINUTE + 2_000);
  const lost = { why: 'refused', reason: 'unauthenticated' };
  expect(at.losses).toEqual([lost, lost]);
  await expect(at.confirm()).rejects.toMatchObject({ status: 401 });
});

it('disconnects a reader whose key was refused between its confirmation and its stream', async () => {
  const at = watched();
  await at.confirm();
  at.read();
  at.answerWith(401);
  await at.pass(MINUTE + 2_000);
  at.read();
  expect(at.losses).toHaveLength(2);
});

it('disconnects the readers of a key that was not confirmed for three minutes, not earlier', async () => {
  const at = watched();
  await at.confirm();
  at.read();
  at.answerWith('unreachable');
  await at.pass(3 * MINUTE - 2_000);
  expect(at.losses).toEqual([]);
  await at.pass(4_000);
  expect(at.losses).toEqual([{ why: 'unconfirmed' }]);
});
