'use client';
import { useQuery } from '@tanstack/react-query';
import { ComputedHealth } from '@/components/record/computed-health';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import { newestRowsQuery } from '@/lib/client/queries/newest-rows-query';

interface ComputedRunsProps {
  dag_object_id: string;
  title: string;
}

/** The executions of a DAG at an index without statistics; one row shows whether it lists executions. */
export function ComputedRuns({ dag_object_id, title }: ComputedRunsProps) {
  const list = useQuery(endpointQuery('executions.list', {}, { dag_object_id, page_size: '1' }));
  const query = newestRowsQuery('executions.list', {}, ({ object_id }) => object_id, { dag_object_id });
  return <ComputedHealth title={title} list={list} query={query} className="mt-3.5" />;
}
