import type { FilterLabels } from '@/components/data-table/filter-controls';

export const stakeEventFilterLabels: FilterLabels<'leaders.stake-events'> = {
  kind: 'What happened',
  staker: 'Staker',
};

/** The listing has no filters. */
export const suspensionSkipFilterLabels: FilterLabels<'leaders.suspension-skips'> = {};
