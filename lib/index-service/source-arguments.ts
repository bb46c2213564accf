// What a command line names to follow, an index or a full node, with its key or tokens, which never cross a network in cleartext.
import { readFileSync } from 'node:fs';
import { PRINTABLE_KEY } from '@/lib/contract/keys';
import { nodeUrl, type IndexEnv } from './env';
import type { FollowedIndex } from './open-source';
import type { ChainSettings } from './sources/chain/chain-source';
import { parseDeployment, publicNodes } from './sources/chain/packages';

/** What `follow URL` names. Throws when URL or key cannot be used; the message holds neither. */
export function followed(address: string, env: IndexEnv): FollowedIndex {
  const url = nodeUrl.safeParse(address);
  if (!url.success) throw new Error(`follow: URL ${url.error.issues[0]?.message}.`);
  const key = env.INDEX_API_KEY;
  if (key === undefined || !PRINTABLE_KEY.test(key))
    throw new Error('follow: set INDEX_API_KEY to a key of that index, 1 to 512 printable ASCII characters.');
  checkToken('follow: INDEX_API_KEY', url.data, key);
  return { url: url.data, key };
}

/** What `chain TARGET` names, with the settings of the environment. Throws when they cannot be used. */
export function chainOf(target: string, env: IndexEnv): ChainSettings {
  if (env.SIMULATE !== undefined) throw new Error('chain: unset SIMULATE, or set it to off.');
  const url = nodeUrl.safeParse(publicNodes[target] ?? target);
  if (!url.success)
    throw new Error(
      'chain: name mainnet, testnet, or an http or https address without credentials, query or fragment.',
    );
  const { CHAIN_TOKEN: token, CHAIN_TOKEN_HEADER: tokenHeader, CHAIN_HISTORY_URL: historyUrl } = env;
  const node = { url: url.data, token, tokenHeader };
  checkToken('chain: CHAIN_TOKEN', node.url, token);
  if (historyUrl !== undefined) checkToken('chain: CHAIN_HISTORY_TOKEN', historyUrl, env.CHAIN_HISTORY_TOKEN);
  else if (env.CHAIN_HISTORY_TOKEN !== undefined)
    throw new Error('chain: CHAIN_HISTORY_TOKEN needs CHAIN_HISTORY_URL, the only address it is sent to.');
  const history = historyUrl && { url: historyUrl, token: env.CHAIN_HISTORY_TOKEN, tokenHeader };
  return {
    node,
    history,
    from: env.CHAIN_FROM,
    deployment: deploymentIn(env.CHAIN_PACKAGES),
    limits: { objectsMs: env.CHAIN_OBJECTS_MINUTES * 60_000 },
  };
}

/** A token or key must not cross a network in cleartext. */
function checkToken(setting: string, { protocol, hostname }: URL, token: string | undefined): void {
  const isLocal = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
  if (token !== undefined && protocol === 'http:' && !isLocal)
    throw new Error(`${setting} is sent over https only, except on this machine.`);
}

function deploymentIn(file: string | undefined) {
  if (file === undefined) return undefined;
  try {
    return parseDeployment(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`CHAIN_PACKAGES: ${error instanceof Error ? error.message : 'unreadable'}`, {
      cause: error,
    });
  }
}
