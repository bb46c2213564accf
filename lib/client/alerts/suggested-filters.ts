import { shortKindName, type EventKind } from '@/lib/contract/event-kinds/catalogue';
import type { SavedView } from '@/lib/client/saved-views';
import { ALERTS_PATH } from './alert-rules';

function suggested(name: string, ...kinds: readonly EventKind[]): SavedView {
  const search = new URLSearchParams({ kinds: kinds.map(shortKindName).join(',') }).toString();
  return { name, path: ALERTS_PATH, search };
}

/** What most people want to hear of. Saved, like filters of one's own, once its alert is switched on. */
export const SUGGESTED_FILTERS: readonly SavedView[] = [
  suggested('Failed walks', 'WalkFailedEvent'),
  suggested('Missed occurrences', 'OccurrenceMissedEvent'),
  suggested('Leaders that change their status', 'LeaderStatusChangedEvent'),
  suggested('Slashed stake and tools', 'StakeSlashedEvent', 'ToolSlashedEvent'),
];
