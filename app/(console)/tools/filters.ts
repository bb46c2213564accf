import type { FilterLabels } from '@/components/data-table/filter-controls';

export const toolFilterLabels: FilterLabels<'tools.list'> = {
  fqn: 'Name',
  registered: 'Registered',
  kind: 'Kind',
  verified: 'Verified',
  creator: 'Creator',
  created: 'Indexed',
};
