// Saving a key as a recovery file and connecting with one. Invariant: the passphrase is used and forgotten; a key from a file is checked like one that was typed.
import { recoveryRequest, restoreRequest } from '@/lib/contract/session';
import { ContractError } from '@/lib/contract/errors';
import { factsOfKey } from './connect';
import { assertSameOrigin, readBody } from '@/lib/relay/incoming';
import { keep } from './keep-key';
import { makeRecoveryFile, openRecoveryFile } from './recovery';
import { json } from '@/lib/relay/respond';
import { networkOf, sessionOf } from './session';
import { countSignIn, type Act } from './session-routes';
import { sessionStateOf } from './session-state';

/** POST /api/session/recovery: the file of one of this browser's own keys. */
export const recovery: Act = async (relay, jar, request) => {
  assertSameOrigin(request);
  countSignIn(relay, request);
  const { connection: id, passphrase } = await readBody(request, recoveryRequest);
  const { connection, network } = sessionOf(relay, await jar.read(), id);
  const { key, key_id, expires_at } = connection;
  if (key === null) throw new ContractError('FORBIDDEN', 'this is the operator’s key: it is not saved');
  const facts = { network: network.name, key_id, now: relay.now() };
  const { sessionSecrets } = relay.env;
  return json(await makeRecoveryFile(facts, { key, expires_at }, { passphrase, sessionSecrets }));
};

/** POST /api/session/restore: connects with the key of a file. 400 names the file or the passphrase; 401 when the key is no more. */
export const restore: Act = async (relay, jar, request) => {
  assertSameOrigin(request);
  countSignIn(relay, request);
  const { file, passphrase } = await readBody(request, restoreRequest);
  if (!relay.networks.has(file.network))
    throw new ContractError('INVALID_REQUEST', 'file: this console does not read the network it is for');
  const network = networkOf(relay, file.network);
  const { sessionSecrets } = relay.env;
  const { key, expires_at } = await openRecoveryFile(file, { passphrase, sessionSecrets });
  const facts = await factsOfKey(network.upstream, key);
  const ring = await keep({ relay, jar, network }, { key, facts: { ...facts, expires_at }, claimed: false });
  return json(await sessionStateOf(relay, ring));
};
