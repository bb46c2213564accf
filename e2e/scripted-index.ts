// An index that answers what a test tells it to: a few leaders and events, one open stream, and from then on any fault on any path.
// The console before it is the real one; only the index is played.
import type { ServerResponse } from 'node:http';
import { listing, usageOf } from '@/e2e/played-answers';
import { faults, type Fault } from '@/lib/relay/testing/faults';
import { reply, startSmallIndex, type SmallIndex } from '@/lib/relay/testing/small-index';

export interface ScriptedIndex extends Pick<SmallIndex, 'url' | 'asked' | 'replies' | 'close'> {
  /** The path answers by this fault from now on. */
  spoil(path: string, fault: Fault): void;
  /** The path is none of this index: 404 from now on. */
  leaveOut(path: string): void;
  /** The path answers as it did at the start. */
  restore(path: string): void;
  /** One event of a kind that no release knows: everything on a page may have changed. */
  happen(): void;
}

export const LEADER = `0x${'1e'.repeat(32)}`;
/** The address that operates it. */
export const OPERATOR = `0x${'ad'.repeat(32)}`;
const AT = '2026-11-20T10:00:00Z';
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
  created_tx_digest: '8zVxCyDtnEWDZ9bRjKnHFhtJmRpKrQG1fFXpnY6TuNxR',
  stake_pool_total: 1_000_000_000,
  stake_total_shares: 1_000_000_000,
  created_at: AT,
  updated_at: AT,
  onchain_created_at: AT,
};
const event = (id: number) => ({
  id,
  kind: 'NoReleaseKnowsThisEvent',
  tx_digest: leader.created_tx_digest,
  sender_address: leader.leader_address,
  payload: {},
});

const LISTINGS = ['agents', 'tools', 'dags', 'executions', 'tasks', 'payments'] as const;

/** `issued`: the response to a key claim. */
export async function startScriptedIndex(issued?: object): Promise<ScriptedIndex> {
  const index = await startSmallIndex();
  let last = 1;
  const streams = new Set<ServerResponse>();
  const good = new Map([
    ['/', reply(200, '{"release":"played","network":{"name":"played","simulated":false,"log_id":"P1"}}')],
    ['/tokens/usage', reply(200, usageOf('k_1', AT))],
    ['/leaders', reply(200, listing([leader]))],
    [`/leaders/${LEADER}`, reply(200, JSON.stringify(leader))],
    [`/leaders/${LEADER}/stake-events`, reply(200, listing([]))],
    [`/leaders/${LEADER}/suspension-skips`, reply(200, listing([]))],
    [
      '/registry/leader',
      reply(200, '{"min_stake_us":null,"max_transaction_budget":null,"unbonding_duration_ms":null}'),
    ],
    ...LISTINGS.map((name) => [`/${name}`, reply(200, listing([]))] as const),
  ]);
  for (const [path, answer] of good) index.replies.set(`GET ${path}`, answer);
  if (issued !== undefined) index.replies.set('POST /onboarding/keys', reply(201, JSON.stringify(issued)));
  index.replies.set('GET /events', (request, response, body) =>
    reply(200, listing([{ ...event(last), onchain_at: AT }]))(request, response, body),
  );
  index.replies.set('GET /events/stream', (_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(': hello\n\n');
    streams.add(response);
    response.on('close', () => streams.delete(response));
  });
  return {
    url: index.url,
    asked: index.asked,
    replies: index.replies,
    close: index.close,
    spoil: (path, fault) => void index.replies.set(`GET ${path}`, faults[fault]),
    leaveOut: (path) => void index.replies.delete(`GET ${path}`),
    restore(path) {
      const answer = good.get(path);
      if (answer === undefined) throw new Error(`${path} has no good answer`);
      index.replies.set(`GET ${path}`, answer);
    },
    happen() {
      last += 1;
      for (const response of streams)
        response.write(`id: ${last}\nevent: message\ndata: ${JSON.stringify(event(last))}\n\n`);
    },
  };
}
