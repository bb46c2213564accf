// Putting a key into a browser's ring: one that the index has taken, and room for one that it is about to give. Invariant: a claim is made only where its key
// has a place, since an index gives a key once; keys that can never read again make room. How a ring is sealed is keyring.ts's, what a key may read connect.ts's.
import { randomUUID } from 'node:crypto';
import { scopes } from '@/lib/contract/scopes';
import type { KeyFacts } from './connect';
import { withConnection, type Connection, type Keyring, type KeyringJar } from './keyring';
import type { Network } from '@/lib/relay/upstream/network';
import type { Relay } from '@/lib/relay/relay';
import { guardOf, lapsedAt } from './session';

export interface Keeping {
  relay: Relay;
  jar: KeyringJar;
  network: Network;
}

/** `key` null: the operator's. `claimed`: the index gave it here, just now. */
interface KeyToKeep {
  key: string | null;
  facts: KeyFacts;
  claimed: boolean;
}

function connectionOfKey(
  { relay, network }: Keeping,
  { key, facts, claimed }: KeyToKeep,
  log_id: string | null,
): Connection {
  return {
    id: randomUUID().slice(0, 13),
    network: network.name,
    key,
    ...facts,
    log_id,
    guard: key === null ? guardOf(relay) : null,
    unseen: claimed,
  };
}

/** The ring without what can never read again. */
async function livingRing({ relay, jar }: Keeping): Promise<Keyring> {
  const ring = await jar.read();
  const now = relay.now();
  const connections = ring.connections.filter(
    (one) => lapsedAt(one, now) === null && relay.networks.has(one.network),
  );
  return { ...ring, connections };
}

/** Writes the ring with one more key, which is then in use. Throws FORBIDDEN when there is no room. */
export async function keep(parts: Keeping, kept: KeyToKeep): Promise<Keyring> {
  const { log_id } = await parts.network.index.fresh();
  const ring = withConnection(await livingRing(parts), connectionOfKey(parts, kept, log_id));
  await parts.jar.write(ring);
  return ring;
}

/** A key that takes more room than any of the releases known. */
const LONG: KeyToKeep & { log_id: string } = {
  key: `${'k'.repeat(32)}.${'s'.repeat(128)}`,
  facts: {
    key_id: 'k'.repeat(32),
    scopes: [...scopes],
    requests_per_minute: 1_000_000,
    expires_at: '2099-01-01T00:00:00.000Z',
  },
  claimed: true,
  log_id: 'l'.repeat(36),
};

/** Throws FORBIDDEN when one more key would have no room in this browser. */
export async function assertRoom(parts: Keeping): Promise<void> {
  const trial = connectionOfKey(parts, LONG, LONG.log_id);
  await parts.jar.assertFits(withConnection(await livingRing(parts), trial));
}
