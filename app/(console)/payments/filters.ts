import type { FilterLabels } from '@/components/data-table/filter-controls';

export const paymentFilterLabels: FilterLabels<'payments.list'> = {
  final_state: 'State',
  source_kind: 'Funded by',
  execution_object_id: 'Execution',
  agent_object_id: 'Agent',
  funder: 'Funder',
  created: 'Indexed',
};
