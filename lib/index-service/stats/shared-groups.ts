// What several statistics are grouped by. The table is `t`.

/** SQL of what rows (`t`) of an agent's skill are grouped by. */
export const AGENT_GROUPS = {
  agent: 't.agent_object_id',
  skill: `t.agent_object_id || '/' || t.skill_id`,
};

/** SQL of what executions (`t`) are grouped by. */
export const EXECUTION_GROUPS = {
  status: 't.status',
  dag: 't.dag_object_id',
  ...AGENT_GROUPS,
};
