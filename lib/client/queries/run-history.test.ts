import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import type { EventRecord } from '@/lib/contract/events';
import type { Read } from '@/lib/client/read';
import { runHistoryQuery } from './run-history';

const EXECUTION = `0x${'e'.repeat(64)}`;
const START = Date.parse('2026-11-01T09:30:00.000Z');
const timeOf = (tx: number) => new Date(START + tx * 60_000).toISOString();

/** A history in which transaction `n` is of minute `n` and holds an event of the execution and one of another. */
function history(transactions: number) {
  const state = { transactions };
  const requested: string[] = [];
  const all = () =>
    Array.from({ length: state.transactions }, (_, tx) =>
      [EXECUTION, `0x${'f'.repeat(64)}`].map(
        (execution, side) =>
          ({
            id: BigInt(tx * 2 + side + 1),
            kind: 'WalkAdvancedEvent',
            tx_digest: `tx ${tx}`,
            sender_address: '0x1',
            onchain_at: timeOf(tx),
            payload: { execution },
          }) satisfies EventRecord,
      ),
    )
      .flat()
      .reverse();
  const by = (async (_name: string, _params: unknown, query: Record<string, string> = {}) => {
    const { tx_digest, created_after = '', created_before = '9', page_token = '0' } = query;
    requested.push(tx_digest ?? `from ${created_after}`);
    const fits = all().filter(({ tx_digest: digest, onchain_at }) =>
      tx_digest === undefined
        ? onchain_at >= created_after && onchain_at <= created_before
        : digest === tx_digest,
    );
    const end = Number(page_token) + Number(query['page_size']);
    return {
      items: fits.slice(Number(page_token), end),
      metadata: { next_token: end < fits.length ? end : null, total_items: fits.length },
    };
  }) as unknown as Read;
  return { requested, by, state };
}

const digestsUpTo = (count: number) => Array.from({ length: count }, (_, tx) => `tx ${tx}`);
const run = (count: number, payment: string | null = 'pending') => ({
  execution_object_id: EXECUTION,
  digests: digestsUpTo(count),
  payment,
});

describe('the event history of an execution', () => {
  it('contains the events that name the run, between its first and last transaction', async () => {
    const { by, requested } = history(100);
    const answer = await new QueryClient().fetchQuery(runHistoryQuery(run(70), by));
    expect(answer.items.map(({ id }) => id)).toEqual(
      Array.from({ length: 71 }, (_, tx) => BigInt(tx * 2 + 1)),
    );
    expect(answer).toMatchObject({ complete: true, until: START + 69 * 60_000 });
    expect(requested).toEqual(['tx 0', 'tx 69', `from ${timeOf(0)}`, `from ${timeOf(0)}`]);
  });

  it('continues where it stopped while the run continues', async () => {
    const { by, requested, state } = history(70);
    const client = new QueryClient();
    await client.fetchQuery(runHistoryQuery(run(70), by));
    state.transactions = 72;
    requested.length = 0;
    const answer = await client.fetchQuery(runHistoryQuery(run(72), by));
    expect(requested).toEqual(['tx 71', `from ${timeOf(69)}`]);
    expect(answer.items).toHaveLength(72);
    // The end of its payment is in a transaction that its own listings do not name.
    state.transactions = 73;
    const ended = await client.fetchQuery(runHistoryQuery(run(72, 'accomplished'), by));
    expect(ended.items).toHaveLength(73);
  });

  it('starts over if it was incomplete before', async () => {
    const busy = history(2_000);
    const client = new QueryClient();
    const cut = await client.fetchQuery(runHistoryQuery(run(2_000), busy.by));
    expect(cut.complete).toBe(false);
    busy.requested.length = 0;
    await client.fetchQuery(runHistoryQuery(run(1_999), busy.by));
    expect(busy.requested).toContain('tx 0');
  });

  it('requests a transaction that the index does not know only once', async () => {
    const { by, requested } = history(3);
    const client = new QueryClient();
    const odd = { ...run(3), digests: ['tx 0', 'unheard of', 'tx 2'] };
    await client.fetchQuery(runHistoryQuery(odd, by));
    expect(requested).toContain('unheard of');
    requested.length = 0;
    await client.fetchQuery(runHistoryQuery({ ...odd, payment: 'accomplished' }, by));
    expect(requested).not.toContain('unheard of');
  });
});
