import type { FilterLabels } from '@/components/data-table/filter-controls';

/** The listing has no filters in this release. */
export const feeFilterLabels: FilterLabels<'priority-fees.events'> = {};
