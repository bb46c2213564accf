import { useQuery } from '@tanstack/react-query';
import { reasonOf } from '@/components/shell/failure';
import { useMay } from '@/components/shell/session-context';
import { PlainLink } from '@/components/ui/plain-link';
import { Skeleton } from '@/components/ui/skeleton';
import { Maybe } from '@/components/values/maybe';
import { failureOf, isNotProvided } from '@/lib/client/failure';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import type { ExecutionGroup, ExecutionStats } from '@/lib/contract/stats';
import { groupDigits } from '@/lib/view/amount';
import { executions } from '@/lib/view/paths';
import { successRate } from '@/lib/view/run-statistics';

/** Tabs and visitors with the same key share figures of this age. */
const SHARED_MS = 30_000;
const STALE_MS = 5 * 60_000;

/** The executions of every DAG, in one request. */
function runsByDag() {
  const options = endpointQuery('stats.executions', {}, { group_by: 'dag' }, undefined, SHARED_MS);
  // Live events do not refresh it.
  return { ...options, queryKey: ['figure', ...options.queryKey], staleTime: STALE_MS };
}

/** Whether the key may read statistics and the index has them, as far as is known. */
export function useHasRuns(): boolean {
  const may = useMay('executions:read');
  const { error } = useQuery({ ...runsByDag(), enabled: may });
  return may && !isNotProvided(failureOf(error));
}

const NOTHING = { count: 0, succeeded: 0, failed: 0, aborted: 0 };
type Runs = Pick<ExecutionGroup, keyof typeof NOTHING>;

/** Without the DAG among the groups it has no runs, unless some executions are in no group. */
function runsOf({ groups, left_out, undated }: ExecutionStats, dag_object_id: string): Runs | null {
  const found = groups.find(({ group }) => group === dag_object_id);
  return found ?? (left_out > 0 || undated > 0 ? null : NOTHING);
}

interface RunsProps {
  dag_object_id: string;
}

function useRuns({ dag_object_id }: RunsProps) {
  const { data, error } = useQuery({ ...runsByDag(), enabled: useMay('executions:read') });
  const reason = error === null ? 'its executions are not among those counted' : reasonOf(error);
  return {
    runs: data && runsOf(data, dag_object_id),
    isPending: data === undefined && error === null,
    reason,
  };
}

/** Of a DAG that is known to have no executions. */
export const NO_RUNS = <span className="text-3">no runs</span>;

const wait = <Skeleton className="h-3 w-8" />;

export function RunCount({ dag_object_id }: RunsProps) {
  const { runs, isPending, reason } = useRuns({ dag_object_id });
  if (isPending) return wait;
  return (
    <Maybe value={runs?.count ?? null} reason={reason}>
      {(count) => (
        <PlainLink href={executions({ dag_object_id })} className="hover:text-accent hover:underline">
          {groupDigits(count)}
        </PlainLink>
      )}
    </Maybe>
  );
}

export function SuccessRate({ dag_object_id }: RunsProps) {
  const { runs, isPending, reason } = useRuns({ dag_object_id });
  if (isPending) return wait;
  if (runs?.count === 0) return NO_RUNS;
  const rate = runs ? successRate(runs) : null;
  return (
    <Maybe value={rate} reason={runs ? 'no execution has finished' : reason}>
      {(percent) => `${percent} %`}
    </Maybe>
  );
}
