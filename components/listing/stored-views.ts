// What this browser keeps for the console's tabs, by the network it was kept on: the saved views here, what alerts need beside them.
import { networkStorage } from '@/components/shell/network-storage';
import { createKept, type Kept } from '@/lib/client/local-storage';
import { viewsOf } from '@/lib/client/saved-views';

function outside(changed: () => void): () => void {
  window.addEventListener('storage', changed);
  return () => window.removeEventListener('storage', changed);
}

/** A kept value of a name; of one name there is one. */
export function keptOnNetwork<Value>(name: string, read: (found: unknown) => Value): Kept<Value> {
  return createKept({ name, read, drawer: networkStorage, outside });
}

export const keptViews = keptOnNetwork('dagscope.views', viewsOf);
