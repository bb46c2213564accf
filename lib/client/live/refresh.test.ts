import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { endpointNames, endpoints } from '@/lib/contract/endpoints';
import type { LiveEvent } from './live-message';
import { createRefresher, type Matches } from './refresh';
import { touchedBy, touchedByAll } from './refresh-table';
import { browserTimers as timers } from './timers';

const event = (kind: string, payload: unknown = {}): LiveEvent => ({
  id: 1n,
  kind,
  tx_digest: 't',
  sender_address: '0x1',
  payload,
  received_at: 0,
});

/** Answers that no event changes: what the service says of itself, and the key's own use. */
const UNTOUCHED = /^(service|keys)\./;

it('every listing and record of the table is touched by some event', () => {
  const touched = new Set([...Object.values(touchedBy).flat(), ...touchedByAll].map(({ name }) => name));
  const forgotten = endpointNames.filter(
    (name) =>
      ['listing', 'record'].includes(endpoints[name].answers) && !touched.has(name) && !UNTOUCHED.test(name),
  );
  expect(forgotten).toEqual([]);
});

describe('refreshing', () => {
  let rounds: Matches[];
  let finish: () => void;
  const refresher = () =>
    createRefresher({
      timers,
      invalidate: (matches) => {
        rounds.push(matches);
        return new Promise((done) => (finish = done));
      },
    });
  beforeEach(() => {
    vi.useFakeTimers();
    rounds = [];
  });
  afterEach(() => vi.useRealTimers());

  it('names the listings of the family, and only the record that the event is about', () => {
    refresher().events([event('DAGVertexAddedEvent', { dag: '0xa', vertex: { name: 'x' } })]);
    vi.advanceTimersByTime(1_000);
    const [matches] = rounds;
    expect(matches!(['dags.list', {}, { page_size: '20' }])).toBe(true);
    expect(matches!(['events.list', {}, {}])).toBe(true);
    expect(matches!(['dags.structure', { dag_object_id: '0xa' }, {}])).toBe(true);
    expect(matches!(['dags.structure', { dag_object_id: '0xb' }, {}])).toBe(false);
    expect(matches!(['leaders.list', {}, {}])).toBe(false);
    expect(matches!(['theme'])).toBe(false);
  });

  it('leaves the listing that the feed goes on from alone, unless there is a gap', () => {
    const two = refresher();
    two.everythingElse();
    vi.advanceTimersByTime(1_000);
    expect(rounds[0]!(['events.history', {}, {}])).toBe(false);
    expect(rounds[0]!(['events.list', {}, {}])).toBe(true);
    expect(rounds[0]!(['leaders.list', {}, {}])).toBe(true);
    const both = refresher();
    both.everything();
    both.everythingElse();
    vi.advanceTimersByTime(1_000);
    expect(rounds[1]!(['events.history', {}, {}])).toBe(true);
  });

  it('takes an unknown kind for a change of anything', () => {
    refresher().events([event('BrandNewEvent')]);
    vi.advanceTimersByTime(1_000);
    expect(rounds[0]!(['leaders.list', {}, {}])).toBe(true);
  });

  it('gathers many events into one round a second, and never two rounds at once', async () => {
    const one = refresher();
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
});
