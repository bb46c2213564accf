import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { endpointNames, endpoints } from '@/lib/contract/endpoints';
import { affectedBy, affectedByAll, type Matches } from './affected-queries';
import { createInvalidator } from './invalidate';
import type { LiveEvent } from './messages';
import { createRequestBudget, type BudgetChannel } from './request-budget';
import { systemClock as clock } from '@/lib/time/clock';

const event = (kind: string, payload: unknown = {}): LiveEvent => ({
  id: 1n,
  kind,
  tx_digest: 't',
  sender_address: '0x1',
  payload,
  received_at: 0,
});

/** Answers that no event refreshes: the service's own state, the key's usage, statistics, which refresh on a timer, searches and names. */
const UNAFFECTED = /^(service|keys|stats)\.|^(search|names)$/;

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
  /** Requests of each round, and those sent for other reasons. */
  let cost: number;
  let requests: number;
  let limitedFor: number;
  let hidden: boolean;
  let running: (() => void)[];
  const finish = () => running.splice(0).forEach((done) => done());
  const alone = { announce: () => undefined, onSpent: () => undefined };
  const create = (tabs: BudgetChannel = alone) => {
    let ofRounds = 0;
    return createInvalidator({
      clock,
      budget: createRequestBudget({ clock, tabs, requests: () => ofRounds + requests }),
      limitedFor: () => limitedFor,
      hidden: () => hidden,
      shownExecutions: () => ['0xe'],
      invalidate: (matches) => {
        rounds.push(matches);
        ofRounds += cost;
        return new Promise<void>((done) => running.push(done));
      },
    });
  };
  beforeEach(() => {
    vi.useFakeTimers();
    rounds = [];
    running = [];
    [cost, requests, limitedFor, hidden] = [0, 0, 0, false];
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

  it.each([
    ['0xe', 'on the screen', 2],
    ['0xf', 'elsewhere', 1],
  ])(
    'reads %s, an execution %s, within the budget, and beyond it when the one shown ends',
    async (execution, _, expected) => {
      const invalidator = create();
      cost = 8;
      for (let second = 0; second < 30; second += 5) {
        invalidator.events([event('WalkAdvancedEvent', { execution })]);
        await vi.advanceTimersByTimeAsync(5_000);
        finish();
      }
      // The first round, and a second from the rest of the budget.
      const before = rounds.length;
      expect(before).toBeLessThanOrEqual(2);
      invalidator.events([event('ExecutionFinishedEvent', { execution_id: execution })]);
      await vi.advanceTimersByTimeAsync(6_000);
      expect(rounds.length - before + 1).toBe(expected);
    },
  );

  it('can leave out the first page of the feed', () => {
    const invalidator = create();
    invalidator.everything(true);
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

  it('combines events that arrive within a second into one round, and never runs two rounds at once', async () => {
    const invalidator = create();
    for (let count = 0; count < 50; count += 1) invalidator.events([event('LeaderUpsertedEvent')]);
    vi.advanceTimersByTime(999);
    expect(rounds).toHaveLength(0);
    vi.advanceTimersByTime(1);
    expect(rounds).toHaveLength(1);
    invalidator.events([event('ToolRegisteredEvent')]);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(rounds).toHaveLength(1);
    finish();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(rounds).toHaveLength(2);
    expect(rounds[1]!(['tools.list', {}, {}])).toBe(true);
    expect(rounds[1]!(['leaders.list', {}, {}])).toBe(false);
  });

  it.each([1, 2, 6, 20])(
    'sends at most four requests per minute on average, %i at a time',
    async (queries) => {
      cost = queries;
      const invalidator = create();
      const minutes = async (count: number) => {
        for (let half = 0; half < count * 120; half += 1) {
          invalidator.events([event('LeaderUpsertedEvent')]);
          await vi.advanceTimersByTimeAsync(500);
          finish();
        }
      };
      await minutes(5);
      const before = rounds.length;
      // The first rounds are prompt: events are rare on most pages.
      expect(before * queries).toBeGreaterThanOrEqual(8);
      await minutes(20);
      expect(rounds.length).toBeGreaterThan(before);
      expect((rounds.length - before) * queries).toBeLessThanOrEqual(20 * 4 + queries);
    },
  );

  it('does not wait for the budget after a reconnect', async () => {
    cost = 40;
    const invalidator = create();
    invalidator.events([event('LeaderUpsertedEvent')]);
    await vi.advanceTimersByTimeAsync(1_000);
    finish();
    await vi.advanceTimersByTimeAsync(0);
    invalidator.events([event('LeaderUpsertedEvent')]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(rounds).toHaveLength(1);
    invalidator.everything();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(rounds).toHaveLength(2);
  });

  it('refreshes the whole page at most twice a minute while the connection keeps breaking, and at once after a reset', async () => {
    cost = 40;
    const invalidator = create();
    for (let second = 0; second < 60; second += 1) {
      invalidator.everything();
      await vi.advanceTimersByTimeAsync(1_000);
      finish();
    }
    expect(rounds).toHaveLength(2);
    invalidator.reset();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(rounds).toHaveLength(3);
  });

  it('charges the requests that the answers of a round lead to, and not those of a page that is opened', async () => {
    cost = 1;
    const invalidator = create();
    const round = async () => {
      invalidator.events([event('LeaderUpsertedEvent')]);
      await vi.advanceTimersByTimeAsync(1_000);
      finish();
      await vi.advanceTimersByTimeAsync(0);
    };
    await round();
    requests += 20;
    await vi.advanceTimersByTimeAsync(1_500);
    await round();
    expect(rounds).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(240_000);
    expect(rounds).toHaveLength(2);
    finish();
    await vi.advanceTimersByTimeAsync(0);
    invalidator.newPage();
    requests += 20;
    await vi.advanceTimersByTimeAsync(5_000);
    await round();
    expect(rounds).toHaveLength(3);
  });

  it('shares the budget with the other tabs', async () => {
    const listeners: ((requests: number) => void)[] = [];
    const createTab = () => {
      const index = listeners.length;
      return create({
        onSpent: (listener) => void listeners.push(listener),
        announce: (spent) => listeners.forEach((listener, other) => other !== index && listener(spent)),
      });
    };
    const tabs = [createTab(), createTab()];
    cost = 1;
    const minutes = async (count: number) => {
      for (let half = 0; half < count * 120; half += 1) {
        for (const tab of tabs) tab.events([event('LeaderUpsertedEvent')]);
        await vi.advanceTimersByTimeAsync(500);
        finish();
      }
    };
    await minutes(5);
    const before = rounds.length;
    await minutes(20);
    expect(rounds.length - before).toBeGreaterThan(20 * 3);
    expect(rounds.length - before).toBeLessThanOrEqual(20 * 4 + 2);
  });

  it('waits while the request limit of the key is low', async () => {
    limitedFor = 20_000;
    create().events([event('LeaderUpsertedEvent')]);
    await vi.advanceTimersByTimeAsync(19_999);
    expect(rounds).toHaveLength(0);
    limitedFor = 0;
    await vi.advanceTimersByTimeAsync(1);
    expect(rounds).toHaveLength(1);
  });

  it('refetches nothing in a hidden tab, and what events changed once it is visible', async () => {
    hidden = true;
    const invalidator = create();
    invalidator.events([event('LeaderUpsertedEvent', { leader: '0xa' })]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(rounds).toHaveLength(0);
    hidden = false;
    invalidator.resume();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(rounds[0]!(['leaders.list', {}, {}])).toBe(true);
    expect(rounds[0]!(['dags.list', {}, {}])).toBe(false);
  });

  it('refreshes a search of events by kind and object, and the payments of one execution by the execution', async () => {
    create().events([event('GasPaymentConsumedEvent', { execution_id: '0xa' })]);
    await vi.advanceTimersByTimeAsync(1_000);
    const [matches] = rounds;
    const search = (kinds: string, about: string | null) =>
      matches!(['events.about', {}, { kinds }, about, 10]);
    expect(search('StakeDeposited,GasPaymentConsumed', null)).toBe(true);
    expect(search('GasPaymentConsumed', '0xa')).toBe(true);
    expect(search('GasPaymentConsumed', '0xb')).toBe(false);
    expect(search('StakeDeposited', null)).toBe(false);
    expect(matches!(['payments.list', {}, { execution_object_id: '0xa' }])).toBe(true);
    expect(matches!(['payments.list', {}, { execution_object_id: '0xb' }])).toBe(false);
    expect(matches!(['payments.list', {}, { page_size: '20' }])).toBe(true);
  });

  it('leaves figures and lists that were loaded on request to themselves, except after a reset', async () => {
    const invalidator = create();
    invalidator.events([event('BrandNewEvent')]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(rounds[0]!(['figure', 'agents.list', {}, {}])).toBe(false);
    finish();
    invalidator.everything();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(rounds[1]!(['figure', 'agents.list', {}, {}])).toBe(true);
    expect(rounds[1]!(['loaded', 'agents.list', {}, {}])).toBe(false);
    finish();
    invalidator.reset();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(rounds[2]!(['loaded', 'agents.list', {}, {}])).toBe(true);
  });

  it('leaves the structure of a finalized DAG to itself, except after a reset', async () => {
    const invalidator = create();
    const key = ['dags.structure', { dag_object_id: '0xa' }, {}];
    const final = { finalized_at: '2026-11-20T09:30:00.000Z' };
    invalidator.everything();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(rounds[0]!(key, final)).toBe(false);
    expect(rounds[0]!(key, { finalized_at: null })).toBe(true);
    expect(rounds[0]!(['dags.get', { dag_object_id: '0xa' }, {}], final)).toBe(true);
    finish();
    invalidator.reset();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(rounds[1]!(key, final)).toBe(true);
  });
});
