// An index whose answers a test decides: at first one leader, one event, an open stream and empty listings; from then on any answer or fault on any
// path. The console before it is the real one.
import type { ServerResponse } from 'node:http';
import { faults, type Fault } from '@/lib/relay/testing/faults';
import { reply, startSmallIndex, type Reply, type SmallIndex } from '@/lib/relay/testing/small-index';

export interface ScriptedIndex extends Pick<SmallIndex, 'url' | 'requests' | 'replies' | 'close'> {
  /** The path answers by this fault from now on. */
  spoil(path: string, fault: Fault): void;
  /** The path does not exist in this index: 404 from now on. */
  leaveOut(path: string): void;
  /** The path answers as it did at the start. */
  restore(path: string): void;
  /** Sends one event of a kind that no release knows: everything on a page may have changed. */
  sendEvent(): void;
}

interface Script {
  /** The rows of listings, by name. */
  rows?: Readonly<Record<string, readonly unknown[]>>;
  /** The id of the newest event. */
  newestEvent?: number;
  /** Headers of every listing, besides its type. */
  headers?: Record<string, string>;
}

export const listing = (items: readonly unknown[]) =>
  JSON.stringify({ items, metadata: { next_token: null, total_items: items.length } });
export const EMPTY = listing([]);

/** The usage of a key without requests. `at`: both ends of the window. */
export const usageOf = (key_id: string, at: string = AT) =>
  JSON.stringify({
    key_id,
    from: at,
    to: at,
    granularity: 'total',
    group_by: 'scope',
    total_requests: 0,
    buckets: [],
  });

export const AT = '2026-11-20T10:00:00Z';
export const LEADER = `0x${'1e'.repeat(32)}`;
/** The address that operates it. */
export const OPERATOR = `0x${'ad'.repeat(32)}`;
const DIGEST = '8zVxCyDtnEWDZ9bRjKnHFhtJmRpKrQG1fFXpnY6TuNxR';
const leader = {
  leader_cap_id: LEADER,
  is_founding: true,
  leader_address: OPERATOR,
  network_object_id: null,
  registry_object_id: null,
  status: 'active',
  claim_token: null,
  claimed_tx_digest: null,
  issued_tx_digest: null,
  created_tx_digest: DIGEST,
  stake_pool_total: 1_000_000_000,
  stake_total_shares: 1_000_000_000,
  created_at: AT,
  updated_at: AT,
  onchain_created_at: AT,
};
const unknownEvent = (id: number) => ({
  id,
  kind: 'NoReleaseKnowsThisEvent',
  tx_digest: DIGEST,
  sender_address: OPERATOR,
  payload: {},
});

const LISTINGS = ['leaders', 'agents', 'tools', 'dags', 'executions', 'tasks', 'payments'] as const;

export async function startScriptedIndex({
  rows = { leaders: [leader] },
  newestEvent = 1,
  headers = {},
}: Script = {}): Promise<ScriptedIndex> {
  const index = await startSmallIndex();
  let newest = newestEvent;
  const streams = new Set<ServerResponse>();
  const initial = new Map<string, Reply>([
    ['/', reply(200, '{"release":"scripted","network":{"name":"scripted","simulated":false,"log_id":"P1"}}')],
    ['/tokens/usage', reply(200, usageOf('k_1'), headers)],
    [`/leaders/${LEADER}`, reply(200, JSON.stringify(leader))],
    [`/leaders/${LEADER}/stake-events`, reply(200, EMPTY)],
    [`/leaders/${LEADER}/suspension-skips`, reply(200, EMPTY)],
    [
      '/registry/leader',
      reply(200, '{"min_stake_us":null,"max_transaction_budget":null,"unbonding_duration_ms":null}'),
    ],
    ...LISTINGS.map((name) => [`/${name}`, reply(200, listing(rows[name] ?? []), headers)] as const),
    [
      '/events',
      (request, response, body) =>
        reply(200, listing([{ ...unknownEvent(newest), onchain_at: AT }]), headers)(request, response, body),
    ],
    [
      '/events/stream',
      (_, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write(': hello\n\n');
        streams.add(response);
        response.on('close', () => streams.delete(response));
      },
    ],
  ]);
  for (const [path, answer] of initial) index.replies.set(`GET ${path}`, answer);
  return {
    url: index.url,
    requests: index.requests,
    replies: index.replies,
    close: index.close,
    spoil: (path, fault) => void index.replies.set(`GET ${path}`, faults[fault]),
    leaveOut: (path) => void index.replies.delete(`GET ${path}`),
    restore(path) {
      const answer = initial.get(path);
      if (answer === undefined) throw new Error(`${path} has no answer at the start`);
      index.replies.set(`GET ${path}`, answer);
    },
    sendEvent() {
      newest += 1;
      for (const response of streams)
        response.write(`id: ${newest}\nevent: message\ndata: ${JSON.stringify(unknownEvent(newest))}\n\n`);
    },
  };
}
