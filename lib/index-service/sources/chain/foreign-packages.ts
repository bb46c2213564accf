// Which packages are the network's: those of its table, and later versions of them.
import { Code } from '@connectrpc/connect';
import { CHAIN } from '@/lib/index-service/limits';
import { dropOldest } from '@/lib/limits/bounded-map';
import { isCode, type ChainNode } from './chain-node';
import type { Deployment } from './packages';

export function createPackageCheck({ packages }: Deployment) {
  const ids = new Set(Object.values(packages));
  /** Whether a package that is not in the table is a later version of one that is. */
  const isLaterVersion = new Map<string, boolean>();

  /** A package that cannot be read counts as one of the network: its events are stored rather than lost. */
  return async function belongs(address: string, node: ChainNode): Promise<boolean> {
    const remembered = ids.has(address) ? true : isLaterVersion.get(address);
    if (remembered !== undefined) return remembered;
    const readMask = { paths: ['package.original_id'] };
    const found = await node.ledger
      .getObject({ objectId: address, readMask }, node.unary)
      .catch((error: unknown) => {
        if (isCode(error, Code.NotFound)) return undefined;
        throw error;
      });
    const original = found?.object?.package?.originalId;
    const result = original === undefined || ids.has(original);
    isLaterVersion.set(address, result);
    dropOldest(isLaterVersion, CHAIN.packages);
    return result;
  };
}
