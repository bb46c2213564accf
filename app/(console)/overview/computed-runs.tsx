'use client';
import { useQuery } from '@tanstack/react-query';
import { ComputedHealth } from '@/components/record/computed-health';
import { newestRowsQuery } from '@/lib/client/queries/newest-rows-query';
import { latestQuery } from './overview-queries';

/** Executions at an index without statistics; the latest ones show whether it lists executions. */
export function ComputedRuns() {
  const list = useQuery(latestQuery('executions.list'));
  const query = newestRowsQuery('executions.list', {}, ({ object_id }) => object_id);
  return <ComputedHealth title="Executions" list={list} query={query} />;
}
