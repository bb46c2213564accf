import type { FilterLabels } from '@/components/data-table/filter-controls';

export const leaderFilterLabels: FilterLabels<'leaders.list'> = {
  status: 'Status',
  is_founding: 'Founding',
  claimed: 'Claimed',
  leader_address: 'Operator',
  network_object_id: 'Network',
  created: 'Indexed',
};
