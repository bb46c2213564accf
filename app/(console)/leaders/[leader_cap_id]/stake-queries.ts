// All stake events of a leader, shared by history and stakers.
import { allPagesQuery } from '@/lib/client/queries/all-pages-query';

export function stakeLedgerQuery(leader_cap_id: string) {
  return allPagesQuery('leaders.stake-events', { leader_cap_id }, (row) => row.id);
}
