// What the rebuilt record of a leader reads: its whole stake ledger, shared by the history and the stakers.
import { allPagesQuery } from '@/lib/client/queries/all-pages-query';

export function stakeLedgerQuery(leader_cap_id: string) {
  return allPagesQuery('leaders.stake-events', { leader_cap_id }, (row) => row.id);
}
