// The `kinds` of an old link: renamed ones are translated, removed ones are told with their reason, both are taken out of the way.
// Invariant: what is left names current kinds only, so that one stale name cannot make the index refuse the page (spec 6.1, 6.3).
import { fullKindName, isEventKind, shortKindName } from '@/lib/contract/event-kinds/catalogue';
import { removedKinds, renamedKinds } from '@/lib/contract/event-kinds/retired';
import { splitKinds } from '@/lib/contract/kinds-param';

export interface MendedKinds {
  /** Current kinds, short names joined by commas; empty when none is left. */
  kinds: string;
  renamed: { from: string; to: string }[];
  removed: { kind: string; reason: string }[];
  /** Names that no release known here has had. */
  unknown: string[];
}

/** Translates a list of kinds as typed or linked. */
export function mendKinds(text: string): MendedKinds {
  const kinds = new Set<string>();
  const mended: MendedKinds = { kinds: '', renamed: [], removed: [], unknown: [] };
  for (const typed of splitKinds(text)) {
    const name = fullKindName(typed);
    const current = renamedKinds[name];
    const reason = removedKinds[name];
    if (isEventKind(name)) kinds.add(shortKindName(name));
    else if (current !== undefined) {
      kinds.add(shortKindName(current));
      mended.renamed.push({ from: shortKindName(name), to: shortKindName(current) });
    } else if (reason !== undefined) mended.removed.push({ kind: shortKindName(name), reason });
    else mended.unknown.push(typed);
  }
  mended.kinds = [...kinds].sort().join(',');
  return mended;
}
