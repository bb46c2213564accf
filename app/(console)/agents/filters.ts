import type { FilterLabels } from '@/components/data-table/filter-controls';

export const agentFilterLabels: FilterLabels<'agents.list'> = {
  creator: 'Creator',
  created: 'Indexed',
};
