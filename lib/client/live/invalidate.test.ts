import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { endpointNames, endpoints } from '@/lib/contract/endpoints';
import { affectedBy, affectedByAll, createInvalidator, type Matches } from './invalidate';
import type { LiveEvent } from './messages';
import { browserTimers as timers } from './timers';

const event = (kind: string, payload: unknown = {}): LiveEvent => ({
  id: 1n,
  kind,
  tx_digest: 't',
  sender_address: '0x1',
  payload,
  received_at: 0,
});

/** Answers that no event changes: the service's own state, and the key's usage. */
const UNAFFECTED = /^(service|keys)\./;

it('every list and record is affected by some event', () => {
  const affected = new Set([...Object.values(affectedBy).flat(), ...affectedByAll].map(({ name }) => name));
  const forgotten = endpointNames.filter(
    (name) =>
      ['listing', 'record'].includes(endpoints[name].responseType) &&
      !affected.has(name) &&
      !UNAFFECTED.test(name),
  );
  expect(forgotten).toEqual([]);
});

describe('invalidation', () => {
  let rounds: Matches[];
  /** How many active queries each round refetches. */
  let cost: number;
  let finish: () => void;
  const create = () =>
    createInvalidator({
      timers,
      invalidate: (matches) => {
        rounds.push(matches);
        return new Promise((done) => (finish = () => done(cost)));
      },
    });
  beforeEach(() => {
    vi.useFakeTimers();
    rounds = [];
    cost = 0;
  });
  afterEach(() => vi.useRealTimers());

  it('matches the lists of the family, and only the record that the event mentions', () => {
    create().events([event('DAGVertexAddedEvent', { dag: '0xa', vertex: { name: 'x' } })]);
    vi.advanceTimersByTime(1_000);
    const [matches] = rounds;
    expect(matches!(['dags.list', {}, { page_size: '20' }])).toBe(true);
    expect(matches!(['events.list', {}, {}])).toBe(true);
    expect(matches!(['dags.structure', { dag_object_id: '0xa' }, {}])).toBe(true);
    expect(matches!(['dags.structure', { dag_object_id: '0xb' }, {}])).toBe(false);
    expect(matches!(['leaders.list', {}, {}])).toBe(false);
    expect(matches!(['theme'])).toBe(false);
  });

  it('can leave out the first page of the feed', () => {
    const one = create();
    one.everything(true);
    vi.advanceTimersByTime(1_000);
    expect(rounds[0]!(['events.history', {}, {}])).toBe(false);
    expect(rounds[0]!(['events.list', {}, {}])).toBe(true);
    expect(rounds[0]!(['leaders.list', {}, {}])).toBe(true);
    const both = create();
    both.everything();
    both.everything(true);
    vi.advanceTimersByTime(1_000);
    expect(rounds[1]!(['events.history', {}, {}])).toBe(true);
  });

  it('treats an unknown kind as a change of anything', () => {
    create().events([event('BrandNewEvent')]);
    vi.advanceTimersByTime(1_000);
    expect(rounds[0]!(['leaders.list', {}, {}])).toBe(true);
  });

  it('combines many events into one round per second, and never runs two rounds at once', async () => {
    const one = create();
    for (let count = 0; count < 50; count += 1) one.events([event('LeaderUpsertedEvent')]);
    vi.advanceTimersByTime(999);
    expect(rounds).toHaveLength(0);
    vi.advanceTimersByTime(1);
    expect(rounds).toHaveLength(1);
    one.events([event('ToolRegisteredEvent')]);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(rounds).toHaveLength(1);
    finish();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(rounds).toHaveLength(2);
    expect(rounds[1]!(['tools.list', {}, {}])).toBe(true);
    expect(rounds[1]!(['leaders.list', {}, {}])).toBe(false);
  });

  it.each([1, 2, 6, 20])('refetches at most five per minute on average, %i at a time', async (queries) => {
    cost = queries;
    const one = create();
    const minutes = async (count: number) => {
      for (let half = 0; half < count * 120; half += 1) {
        one.events([event('LeaderUpsertedEvent')]);
        await vi.advanceTimersByTimeAsync(500);
        finish();
      }
    };
    await minutes(5);
    const before = rounds.length;
    // The first rounds are prompt: events are rare on most pages.
    expect(before * queries).toBeGreaterThanOrEqual(12);
    await minutes(20);
    expect(rounds.length).toBeGreaterThan(before);
    expect((rounds.length - before) * queries).toBeLessThanOrEqual(20 * 5 + queries);
  });

  it('does not wait for the budget after a reconnect', async () => {
    cost = 40;
    const one = create();
    one.events([event('LeaderUpsertedEvent')]);
    await vi.advanceTimersByTimeAsync(1_000);
    finish();
    await vi.advanceTimersByTimeAsync(0);
    one.events([event('LeaderUpsertedEvent')]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(rounds).toHaveLength(1);
    one.everything();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(rounds).toHaveLength(2);
  });
});
