import type { FilterLabels } from '@/components/data-table/filter-controls';

export const stakeEventFilterLabels: FilterLabels<'leaders.stake-events'> = {
  kind: 'Kind',
  staker: 'Staker',
};

export const suspensionSkipFilterLabels: FilterLabels<'leaders.suspension-skips'> = {};
