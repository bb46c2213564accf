'use client';
import type { UseQueryResult } from '@tanstack/react-query';
import { rowReason } from '@/components/listing/composed-rows';
import { Fact, Facts } from '@/components/values/facts';
import { Amount } from '@/components/values/amount';
import { Id } from '@/components/values/id';
import { Maybe } from '@/components/values/maybe';
import { useNow } from '@/components/values/now';
import { Pending } from '@/components/values/pending';
import { Time } from '@/components/values/time';
import type { FoundRow } from '@/lib/client/queries/find-row-query';
import type { Answer } from '@/lib/contract/endpoints';
import type { Reserve, Task } from '@/lib/contract/tasks';
import { nullReason, type NullableField } from '@/lib/view/null-reasons';
import { nextOccurrence, statesTold } from '@/lib/view/occurrence-states';
import { unitOf } from '@/lib/view/units';

interface TaskFactsProps {
  found: UseQueryResult<FoundRow<Task>>;
  reserve: UseQueryResult<Reserve>;
  occurrences: UseQueryResult<Answer<'tasks.occurrences'>>;
}

/** How its newest occurrences went, and when the next begins. */
function OccurrenceFacts({ occurrences: { data, error } }: Pick<TaskFactsProps, 'occurrences'>) {
  const now = useNow();
  const waiting = error ? (
    <Maybe value={null} reason={`the occurrences could not be read: ${error.message}`} />
  ) : (
    <Pending />
  );
  const items = data?.items ?? [];
  const next = nextOccurrence(items);
  const told = statesTold(items);
  return (
    <>
      <Fact label="Next start">
        {data === undefined ? (
          waiting
        ) : next === undefined ? (
          <span className="text-3">none is scheduled</span>
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
          <span title={told}>{told === '' ? <span className="text-3">none yet</span> : told}</span>
        )}
      </Fact>
    </>
  );
}

/** The strip under the title: the fields of the task's row where it was found, its reserve and its occurrences where the index answers them. */
export function TaskFacts({ found, reserve, occurrences }: TaskFactsProps) {
  const row = found.data?.row ?? null;
  const because = (whenFound: string) => rowReason('the listing of tasks', found, whenFound);
  const reason = (field: NullableField<'task'>) => because(nullReason('task', field));
  const ofReserve = (field: NullableField<'reserve'>) =>
    reserve.data
      ? nullReason('reserve', field)
      : reserve.error
        ? `the reserve could not be read: ${reserve.error.message}`
        : 'the reserve is being read';
  return (
    <Facts>
      <Fact label={row === null ? 'Controller' : `Controlled by ${row.controller_kind}`}>
        {row?.controller_kind === 'agent' ? (
          <Id family="agent" value={row.controller_agent_id} reason={reason('controller_agent_id')} />
        ) : (
          <Id
            family="address"
            value={row?.controller_address ?? null}
            reason={row === null ? because('') : 'not told by an indexed event'}
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
      <Fact label="Funder of the reserve">
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
