import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createTabChannels } from '@/lib/client/testing/tab-channels';
import { systemClock as clock } from '@/lib/time/clock';
import { createTabLocks, type RequestLock } from './tab-locks';

let channelOf: ReturnType<typeof createTabChannels>;
let channels: ReturnType<typeof channelOf>[];
/** Tabs that hold the lock, and those that lost it. */
let holders: string[];
let lost: string[];

function openTab(tab: string): RequestLock {
  const channel = channelOf('locks');
  channels.push(channel);
  return createTabLocks({ channel, clock, tab });
}
const pass = (ms = 300) => vi.advanceTimersByTimeAsync(ms);

function request(locks: RequestLock, tab: string, { steal = false, lock = 'a' } = {}) {
  const ended = new AbortController();
  let release: () => void = () => undefined;
  const leave = () => void (holders = holders.filter((other) => other !== tab));
  locks(lock, { signal: ended.signal, steal }, () => {
    holders.push(tab);
    return new Promise((done) => {
      release = () => {
        leave();
        done();
      };
    });
  }).catch((error: Error) => {
    if (error.message !== 'stolen') return;
    leave();
    lost.push(tab);
  });
  return { release: () => release(), abort: () => ended.abort() };
}

beforeEach(() => {
  vi.useFakeTimers();
  channelOf = createTabChannels();
  channels = [];
  holders = [];
  lost = [];
});
afterEach(() => vi.useRealTimers());

it('of eight tabs opened at once one holds the lock, and each gets it in turn', async () => {
  const tabs = ['c', 'a', 'e', 'b', 'h', 'd', 'g', 'f'];
  const requests = new Map(tabs.map((tab) => [tab, request(openTab(tab), tab)]));
  const seen: string[] = [];
  for (let turn = 0; turn < tabs.length; turn += 1) {
    await pass();
    expect(holders).toHaveLength(1);
    seen.push(...holders);
    requests.get(seen.at(-1) ?? '')?.release();
  }
  expect(seen.sort()).toEqual(tabs.sort());
});

it('a later tab waits, and a tab that cancels is skipped', async () => {
  const [first, second, third] = [openTab('b'), openTab('a'), openTab('c')];
  const granted = request(first, 'b');
  await pass();
  const waiting = request(second, 'a');
  request(third, 'c');
  request(second, 'a, another lock', { lock: 'other' });
  await pass(60_000);
  expect(holders).toEqual(['b', 'a, another lock']);
  waiting.abort();
  granted.release();
  await pass();
  expect(holders).toEqual(['a, another lock', 'c']);
});

it('is taken from a tab that crashed without releasing it', async () => {
  request(openTab('a'), 'a');
  await pass();
  request(openTab('b'), 'b');
  await pass(20_000);
  expect(holders).toEqual(['a']);
  channels[0]!.close();
  await pass(6_000);
  expect(holders).toEqual(['a', 'b']);
});

it('is not blocked by a tab that was suspended while asking', async () => {
  const asleep = openTab('a');
  const [channel] = channels;
  request(asleep, 'a');
  const hears = channel!.onmessage;
  channel!.onmessage = null;
  request(openTab('b'), 'b');
  await pass();
  channel!.onmessage = hears;
  await pass(10_000);
  expect(holders.filter((tab) => !lost.includes(tab))).toHaveLength(1);
});

it('can be stolen from a tab that hangs, which learns of it', async () => {
  request(openTab('a'), 'a');
  await pass();
  request(openTab('b'), 'b', { steal: true });
  await pass(0);
  expect([holders, lost]).toEqual([['b'], ['a']]);
});

it('of two tabs that took it in the same moment, one loses it', async () => {
  request(openTab('a'), 'a');
  const second = openTab('b');
  // As if neither heard the other.
  const heard = channels.map((channel) => channel.onmessage);
  for (const channel of channels) channel.onmessage = null;
  request(second, 'b');
  await pass();
  expect(holders).toEqual(['a', 'b']);
  channels.forEach((channel, at) => (channel.onmessage = heard[at] ?? null));
  request(openTab('c'), 'c');
  await pass();
  expect([holders, lost]).toEqual([['a'], ['b']]);
});
