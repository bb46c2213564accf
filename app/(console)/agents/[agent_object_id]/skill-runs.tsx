import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { reasonOf } from '@/components/shell/failure';
import { useMay } from '@/components/shell/session-context';
import { PlainLink } from '@/components/ui/plain-link';
import { Skeleton } from '@/components/ui/skeleton';
import { Amount } from '@/components/values/amount';
import { Maybe } from '@/components/values/maybe';
import { failureOf, isNotProvided } from '@/lib/client/failure';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import type { Skill } from '@/lib/contract/agents';
import type { ExecutionGroup, ExecutionStats } from '@/lib/contract/stats';
import { groupDigits } from '@/lib/view/amount';
import { executions } from '@/lib/view/paths';
import { meanCost, successRate, totalCost } from '@/lib/view/run-statistics';

const SHARED_MS = 30_000;
const STALE_MS = 5 * 60_000;
const NO_COST = 'no execution has a known cost';

/** The executions of each skill of an agent, in one request. */
function runsBySkill(agent_object_id: string) {
  const query = { agent_object_id, group_by: 'skill' };
  const options = endpointQuery('stats.executions', {}, query, undefined, SHARED_MS);
  // Live events do not refresh it.
  return { ...options, queryKey: ['figure', ...options.queryKey], staleTime: STALE_MS };
}

/** Whether the key may read statistics and the index has them, as far as is known. */
export function useHasRuns(agent_object_id: string): boolean {
  const may = useMay('executions:read');
  const { error } = useQuery({ ...runsBySkill(agent_object_id), enabled: may });
  return may && !isNotProvided(failureOf(error));
}

type Runs = ExecutionGroup | 'none' | null;

/** Without the skill among the groups it has no executions, unless some are in no group. */
function runsOf({ groups, left_out, undated }: ExecutionStats, skill: Skill): Runs {
  const found = groups.find(({ group }) => group === `${skill.agent_object_id}/${skill.skill_id}`);
  return found ?? (left_out > 0 || undated > 0 ? null : 'none');
}

interface FigureProps {
  skill: Skill;
  children: (runs: ExecutionGroup) => ReactNode;
}

/** A figure of a skill's executions. */
export function SkillFigure({ skill, children }: FigureProps) {
  const { data, error } = useQuery(runsBySkill(skill.agent_object_id));
  if (data === undefined && error === null) return <Skeleton className="h-3 w-8" />;
  const runs = data === undefined ? null : runsOf(data, skill);
  if (runs === 'none') return <span className="text-3">no runs</span>;
  const reason = error === null ? 'its executions are not among those counted' : reasonOf(error);
  return (
    <Maybe value={runs} reason={reason}>
      {children}
    </Maybe>
  );
}

export function RunCount({ skill }: { skill: Skill }) {
  const { agent_object_id, skill_id } = skill;
  return (
    <SkillFigure skill={skill}>
      {({ count }) => (
        <PlainLink
          href={executions({ agent_object_id, skill_id: String(skill_id) })}
          className="hover:text-accent hover:underline"
        >
          {groupDigits(count)}
        </PlainLink>
      )}
    </SkillFigure>
  );
}

export function SuccessRate({ skill }: { skill: Skill }) {
  return (
    <SkillFigure skill={skill}>
      {(runs) => (
        <Maybe value={successRate(runs)} reason="no execution has finished">
          {(percent) => `${percent} %`}
        </Maybe>
      )}
    </SkillFigure>
  );
}

/** Gas, tools and priority fee together, of the executions whose cost is known. */
export function Cost({ skill, per }: { skill: Skill; per: 'run' | 'all' }) {
  return (
    <SkillFigure skill={skill}>
      {(runs) => (
        <Amount
          value={per === 'run' ? meanCost(runs) : totalCost(runs)}
          unit="sui"
          reason={NO_COST}
          showUnit={false}
        />
      )}
    </SkillFigure>
  );
}
