'use client';
import type { UseQueryResult } from '@tanstack/react-query';
import { rowReason } from '@/components/listing/composed-rows';
import { reasonOf } from '@/components/shell/failure';
import { Fact, Facts } from '@/components/values/facts';
import { Amount } from '@/components/values/amount';
import { Id } from '@/components/values/id';
import { Maybe, Pending } from '@/components/values/maybe';
import { useNow } from '@/components/values/now';
import { Time } from '@/components/values/time';
import type { FoundRow } from '@/lib/client/queries/all-pages-query';
import type { Answer } from '@/lib/contract/endpoints';
import type { Reserve, Task } from '@/lib/contract/tasks';
import { nullReason, type NullableField } from '@/lib/view/null-reasons';
import { nextOccurrence, stateCounts } from '@/lib/view/occurrences';
import { unitOf } from '@/lib/view/amount';

interface TaskFactsProps {
  found: UseQueryResult<FoundRow<Task>>;
  reserve: UseQueryResult<Reserve>;
  occurrences: UseQueryResult<Answer<'tasks.occurrences'>>;
}

function OccurrenceFacts({ occurrences: { data, error } }: Pick<TaskFactsProps, 'occurrences'>) {
  const now = useNow();
  const waiting = error ? <Maybe value={null} reason={reasonOf(error)} /> : <Pending />;
  const items = data?.items ?? [];
  const next = nextOccurrence(items);
  const counts = stateCounts(items);
  return (
    <>
      <Fact label="Next start">
        {data === undefined ? (
          waiting
        ) : next === undefined ? (
          <span className="text-3">none scheduled</span>
        ) : (
          <>
            {now !== null && Date.parse(next.start_at) < now && <span className="text-warn">overdue, </span>}
            <Time at={next.start_at} clock="on chain" />
          </>
        )}
      </Fact>
      <Fact label={items.length > 1 ? `Newest ${items.length} occurrences` : 'Occurrences'}>
        {data === undefined ? (
          waiting
        ) : (
          <span title={counts}>{counts === '' ? <span className="text-3">none yet</span> : counts}</span>
        )}
      </Fact>
    </>
  );
}

export function TaskFacts({ found, reserve, occurrences }: TaskFactsProps) {
  const row = found.data?.row ?? null;
  const because = (whenFound: string) => rowReason('the task list', found, whenFound);
  const reason = (field: NullableField<'task'>) => because(nullReason('task', field));
  const ofReserve = (field: NullableField<'reserve'>) =>
    reserve.data ? nullReason('reserve', field) : reserve.error ? reasonOf(reserve.error) : 'loading';
  return (
    <Facts>
      <Fact label={row === null ? 'Controller' : `Controlled by ${row.controller_kind}`}>
        {row?.controller_kind === 'agent' ? (
          <Id family="agent" value={row.controller_agent_id} reason={reason('controller_agent_id')} />
        ) : (
          <Id
            family="address"
            value={row?.controller_address ?? null}
            reason={row === null ? because('') : 'no event says so'}
          />
        )}
      </Fact>
      <Fact label="Agent">
        <Id family="agent" value={row?.agent_object_id ?? null} reason={reason('agent_object_id')} />
      </Fact>
      <Fact label="Skill">
        <Maybe value={row?.skill_id ?? null} reason={reason('skill_id')} />
      </Fact>
      <OccurrenceFacts occurrences={occurrences} />
      <Fact label="Reserve">
        <Amount
          value={reserve.data?.balance_mist ?? null}
          unit={unitOf('reserve', 'balance_mist')}
          reason={ofReserve('balance_mist')}
        />
      </Fact>
      <Fact label="Funder">
        <Id family="address" value={reserve.data?.funder ?? null} reason={ofReserve('funder')} />
      </Fact>
      <Fact label="Created on chain">
        <Time at={row?.onchain_created_at ?? null} clock="on chain" reason={reason('onchain_created_at')} />
      </Fact>
      <Fact label="Updated">
        <Time at={row?.updated_at ?? null} clock="indexed" reason={because('')} />
      </Fact>
    </Facts>
  );
}
