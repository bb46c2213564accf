import type { ReactNode } from 'react';
import { type GroupedStats, GroupFigure, NO_RUNS } from '@/components/listing/group-figures';
import { Amount } from '@/components/values/amount';
import type { Skill } from '@/lib/contract/agents';
import type { ExecutionGroup } from '@/lib/contract/stats';
import { meanCost, totalCost } from '@/lib/view/run-statistics';

const NO_COST = 'no execution has a known cost';

/** The executions of each skill of an agent. */
export const runsOfSkills = (agent_object_id: string): GroupedStats<'stats.executions'> => ({
  name: 'stats.executions',
  query: { agent_object_id, group_by: 'skill' },
  counted: 'its executions',
});

interface SkillFigureProps {
  skill: Skill;
  children: (runs: ExecutionGroup) => ReactNode;
}

/** A figure of a skill's executions. */
export function SkillFigure({ skill: { agent_object_id, skill_id }, children }: SkillFigureProps) {
  return (
    <GroupFigure
      stats={runsOfSkills(agent_object_id)}
      group={`${agent_object_id}/${skill_id}`}
      none={NO_RUNS}
    >
      {children}
    </GroupFigure>
  );
}

/** Gas, tools and priority fee together, of the executions whose cost is known. */
export function Cost({ runs, per }: { runs: ExecutionGroup; per: 'run' | 'all' }) {
  return (
    <Amount
      value={per === 'run' ? meanCost(runs) : totalCost(runs)}
      unit="sui"
      reason={NO_COST}
      showUnit={false}
    />
  );
}
