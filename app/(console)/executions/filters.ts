import type { FilterLabels } from '@/components/data-table/filter-controls';

export const executionFilterLabels: FilterLabels<'executions.list'> = {
  status: 'Status',
  dag_object_id: 'DAG',
  agent_object_id: 'Agent',
  skill_id: 'Skill',
  task_object_id: 'Task',
  invoker: 'Invoker',
};
