// The log in a process that only reads it.
import { expect, test } from 'vitest';
import { systemClock } from '@/lib/time/clock';
import { createLogReader } from '@/lib/index-service/stream/log-reader';
import { openMemoryIndex } from '@/lib/index-service/testing/memory-index';
import { event, id } from '@/lib/index-service/testing/recorded-events';
import { openLogTail } from './log-tail';

const created = () => event('DAGCreatedEvent', { dag: id(`dag ${Math.random()}`) });

test('a reader that lags behind its store keeps a cursor that a list has shown', async () => {
  const { db, log, close } = await openMemoryIndex();
  // Never polls.
  const clock = { ...systemClock, after: () => () => undefined };
  const tail = await openLogTail({ db, clock, onError: () => undefined });
  if (tail === undefined) throw new Error('the log was not begun');
  const reader = createLogReader(tail);
  await log.append([created(), created(), created()]);
  expect(tail.tip()).toBe(0n);
  expect(await Promise.all([2n, 3n, 9n].map((cursor) => reader.clamp(cursor)))).toEqual([2n, 3n, 3n]);
  expect(await reader.next(3n, undefined)).toBeUndefined();
  await log.append([created()]);
  const notified = new Promise<void>((resolve) => reader.whenPast(reader.version(), resolve));
  tail.poke();
  await notified;
  expect((await reader.next(3n, undefined))?.events.map((event) => event.id)).toEqual([4n]);
  await tail.close();
  await close();
});

test('large events are read a few at a time, and all of them', async () => {
  const { db, log, close } = await openMemoryIndex();
  const tail = await openLogTail({ db, clock: systemClock, onError: () => undefined });
  if (tail === undefined) throw new Error('the log was not begun');
  const lengths: number[] = [];
  tail.subscribe(
    (events) => lengths.push(events.length),
    () => undefined,
  );
  const large = () =>
    event('DAGCreatedEvent', { dag: id(`dag ${Math.random()}`), more: 'x'.repeat(400_000) });
  await log.append([large(), large(), large(), large()]);
  tail.poke();
  await expect.poll(() => tail.tip()).toBe(4n);
  expect(lengths).toEqual([3, 1]);
  await tail.close();
  await close();
});
