import type { FilterLabels } from '@/components/data-table/filter-controls';

export const dagFilterLabels: FilterLabels<'dags.list'> = {
  finalized: 'Finalized',
  creator: 'Creator',
  created: 'Indexed',
};
