// The filters of each endpoint of statistics, as their lists name them.
import type { FilterLabels } from '@/components/data-table/filter-controls';
import type { StatsName } from '@/lib/view/analyze-measure';

const OF_EXECUTIONS = {
  status: 'Status',
  dag_object_id: 'DAG',
  agent_object_id: 'Agent',
  skill_id: 'Skill',
  interface_revision: 'Skill revision',
  tool_fqn: 'Tool',
  leader_cap_id: 'Leader',
  funder: 'Funder',
  invoker: 'Invoker',
  failure_reason: 'Reason',
  failed_tool_fqn: 'Failed tool',
  failure_class: 'Failure class',
  failed_vertex: 'Failed vertex',
  task_object_id: 'Task',
  duration_ms: 'Duration',
  cost_mist: 'Cost',
  loop_iterations: 'Loop iterations',
  stuck: 'Stuck',
  over_budget: 'Over budget',
};

const OF_FAILURES = {
  status: 'Status',
  dag_object_id: 'DAG',
  agent_object_id: 'Agent',
  skill_id: 'Skill',
  tool_fqn: 'Tool',
  invoker: 'Invoker',
};
const OF_VERTICES = { ...OF_FAILURES, leader_cap_id: 'Leader' };

export const FILTER_LABELS: { [Name in StatsName]: Partial<FilterLabels<Name>> } = {
  'stats.executions': OF_EXECUTIONS,
  'stats.costs': OF_EXECUTIONS,
  'stats.vertices': OF_VERTICES,
  'stats.failures': OF_FAILURES,
  'stats.payments': {
    final_state: 'State',
    source_kind: 'Funded by',
    agent_object_id: 'Agent',
    skill_id: 'Skill',
    funder: 'Funder',
    dag_object_id: 'DAG',
    task_object_id: 'Task',
    refund_reason: 'Refund reason',
    refills: 'Refills',
  },
  'stats.leaders': { leader_cap_id: 'Leader' },
  'stats.events': { kinds: 'Kinds', family: 'Family', sender: 'Sender' },
};
