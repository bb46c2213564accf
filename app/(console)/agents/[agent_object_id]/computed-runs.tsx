'use client';
import { useQuery } from '@tanstack/react-query';
import { ComputedHealth } from '@/components/record/computed-health';
import { newestRowsQuery } from '@/lib/client/queries/newest-rows-query';
import { executionsQuery } from './agent-queries';

interface ComputedRunsProps {
  agent_object_id: string;
  className?: string;
}

/** The executions of an agent and of its skills at an index without statistics; computed once for all tabs. */
export function ComputedRuns({ agent_object_id, className }: ComputedRunsProps) {
  const list = useQuery(executionsQuery(agent_object_id));
  const query = newestRowsQuery('agents.executions', { agent_object_id }, ({ object_id }) => object_id);
  return (
    <ComputedHealth
      title="Executions of this agent"
      list={list}
      query={query}
      bySkill
      className={className}
    />
  );
}
