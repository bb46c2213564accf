import type { FilterLabels } from '@/components/data-table/filter-controls';

export const taskFilterLabels: FilterLabels<'tasks.list'> = {
  status: 'Status',
  controller: 'Controller',
  agent_object_id: 'Agent',
  skill_id: 'Skill',
  created: 'Indexed',
};
