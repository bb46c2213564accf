// Why a page's key no longer works. Invariant: the page names its connection, so with several keys the answer concerns its own; the index
// is asked only where the key's own facts don't tell; null while the key is accepted, or the reason is unknown.
import { checkKey } from './connect';
import type { Relay } from '@/lib/relay/relay';
import { connectionOf, countRead, expiredAt, networkAt } from './session';
import type { Connection, SessionCookies } from './session-cookie';

interface EndedKey {
  connection: string;
  key_id: string | null;
  network: string | undefined;
}

export type KeyEnd =
  | (EndedKey & { reason: 'expired'; at: string })
  /** The index has started over since the key was received, and no longer knows it. */
  | (EndedKey & { reason: 'index_reset' })
  | (EndedKey & { reason: 'rejected' })
  /** The operator no longer lends a key. */
  | (EndedKey & { reason: 'withdrawn' })
  | (EndedKey & { reason: 'network_removed' })
  /** This browser no longer holds the connection. */
  | { reason: 'disconnected' };

/** Named by pages that do not know their connection. */
const ACTIVE_CONNECTION = '1';

async function endOf(
  relay: Relay,
  connection: Connection,
  ask: { address: string } | null,
): Promise<KeyEnd | null> {
  const { id, key_id, index_url } = connection;
  const network = networkAt(relay, index_url);
  const ended = { connection: id, key_id, network: network?.name };
  const at = expiredAt(connection, relay.now());
  if (at !== null) return { reason: 'expired', ...ended, at };
  if (network === undefined) return { reason: 'network_removed', ...ended };
  const key = connection.key ?? network.env.operatorKey;
  if (key === undefined) return { reason: 'withdrawn', ...ended };
  if (ask === null) return null;
  countRead(relay, { session: id, address: ask.address });
  if ((await checkKey(network.upstream, key)) !== 'rejected') return null;
  const { log_id } = await network.index.fresh();
  const reset = log_id !== null && connection.log_id !== null && log_id !== connection.log_id;
  return { reason: reset ? 'index_reset' : 'rejected', ...ended };
}

/** `ended`: the connection whose page was refused, from the page's address; undefined on a direct visit, where the index is not asked. */
export async function keyEndOf(
  relay: Relay,
  cookies: SessionCookies,
  { ended, address }: { ended: string | undefined; address: string },
): Promise<KeyEnd | null> {
  const named = ended === undefined || ended === ACTIVE_CONNECTION ? null : ended;
  const connection = await connectionOf(cookies, named);
  if (connection === undefined) return named === null ? null : { reason: 'disconnected' };
  return endOf(relay, connection, ended === undefined ? null : { address }).catch(() => null);
}
