import type { UseQueryResult } from '@tanstack/react-query';
import { Skeleton } from '@/components/ui/skeleton';
import { Fact, Facts } from '@/components/values/facts';
import { Id } from '@/components/values/id';
import { Maybe } from '@/components/values/maybe';
import { Time } from '@/components/values/time';
import type { Dag, DagStructure } from '@/lib/contract/dags';
import type { Preflight } from '@/lib/dag/preflight';
import { groupDigits } from '@/lib/view/amount';
import { nullReason } from '@/lib/view/null-reasons';

interface DagFactsProps {
  record: Pick<UseQueryResult<Dag>, 'data' | 'error' | 'isPending'>;
  structure: DagStructure | null;
  counts: Preflight | null;
}

function Counted({ value }: { value: number | undefined }) {
  return value === undefined ? <Skeleton className="h-3 w-10" /> : <>{groupDigits(value)}</>;
}

/** Null is not unknown here: a DAG that isn't finalized has no such time. */
function FinalizedAt({ at }: { at: string | null }) {
  return at === null ? <span className="text-3">Not yet</span> : <Time at={at} clock="on chain" />;
}

/** The facts below the title. A record that failed to load is unknown with the cause, never blank. */
export function DagFacts({ record, structure, counts }: DagFactsProps) {
  const { data, error } = record;
  const unread = `the record could not be loaded: ${error?.message ?? 'no answer'}`;
  const wait = <Skeleton className="h-3 w-24" />;
  const finalized = structure ?? data;
  return (
    <Facts>
      <Fact label="Creator">
        {record.isPending ? wait : <Id family="address" value={data?.creator ?? null} reason={unread} />}
      </Fact>
      <Fact label="Finalized on chain">
        {finalized === undefined ? wait : <FinalizedAt at={finalized.finalized_at} />}
      </Fact>
      <Fact label="Created on chain">
        {record.isPending ? (
          wait
        ) : (
          <Maybe
            value={data?.onchain_created_at ?? null}
            reason={data ? nullReason('dag', 'onchain_created_at') : unread}
          >
            {(at) => <Time at={at} clock="on chain" />}
          </Maybe>
        )}
      </Fact>
      <Fact label="Vertices, edges">
        <Counted value={counts?.vertices} />, <Counted value={counts?.edges} />
      </Fact>
      <Fact label="Entry groups">
        <Counted value={structure?.entry_groups.length} />
      </Fact>
      <Fact label="Loops">
        <Counted value={counts?.loops} />
      </Fact>
    </Facts>
  );
}
