'use client';
import { ExecutionView } from './execution-view';
import { useExecution } from './use-execution';

/** An execution read over the network. */
export function ReadExecution({ execution_object_id }: { execution_object_id: string }) {
  return <ExecutionView parts={useExecution(execution_object_id)} />;
}
