// What became of a key that a page was refused with. Invariant: the page names its connection, so that with several keys it is told of its own and not of the
// one that another tab chose since; the index is asked only where the key's own facts do not tell; null while the key is accepted, or nobody can say.
import { isRefused } from './connect';
import type { Connection, Keyring } from './keyring';
import type { Relay } from '@/lib/relay/relay';
import { connectionOf, countRead, lapsedAt, operatorKeyFor } from './session';

interface EndOfOne {
  connection: string;
  key_id: string;
  network: string;
}

export type KeyEnd =
  | (EndOfOne & { is: 'lapsed'; at: string })
  /** The index has other data than when the key was taken: keys of before are unknown to it. */
  | (EndOfOne & { is: 'data-anew' })
  | (EndOfOne & { is: 'refused' })
  /** The operator lends none any more, or the visitor has not passed the guard of now. */
  | (EndOfOne & { is: 'withdrawn' })
  | (EndOfOne & { is: 'network-gone' })
  /** This browser does not hold it any more: another tab has left or replaced it. */
  | { is: 'left' };

/** Said by pages that do not know their connection. */
const OF_THE_ONE_IN_USE = '1';

async function endOf(
  relay: Relay,
  connection: Connection,
  ask: { address: string } | null,
): Promise<KeyEnd | null> {
  const { id, key_id, network: name } = connection;
  const one = { connection: id, key_id, network: name };
  const at = lapsedAt(connection, relay.now());
  if (at !== null) return { is: 'lapsed', ...one, at };
  const network = relay.networks.get(name);
  if (network === undefined) return { is: 'network-gone', ...one };
  const key = connection.key ?? operatorKeyFor(relay, connection, network);
  if (key === undefined) return { is: 'withdrawn', ...one };
  if (ask === null) return null;
  countRead(relay, { session: id, address: ask.address });
  if (!(await isRefused(network.upstream, key))) return null;
  const { log_id } = await network.index.fresh();
  const anew = log_id !== null && connection.log_id !== null && log_id !== connection.log_id;
  return { is: anew ? 'data-anew' : 'refused', ...one };
}

/** `ended`: the connection whose page was refused, as its address says it; undefined when the visitor came by himself, and then no index is asked. */
export async function keyEndOf(
  relay: Relay,
  ring: Keyring,
  { ended, address }: { ended: string | undefined; address: string },
): Promise<KeyEnd | null> {
  const named = ended === undefined || ended === OF_THE_ONE_IN_USE ? null : ended;
  const connection = connectionOf(ring, named);
  if (connection === undefined) return named === null ? null : { is: 'left' };
  return endOf(relay, connection, ended === undefined ? null : { address }).catch(() => null);
}
