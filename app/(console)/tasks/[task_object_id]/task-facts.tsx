'use client';
import type { UseQueryResult } from '@tanstack/react-query';
import { rowReason } from '@/app/(console)/composed-of';
import { Fact, Facts } from '@/components/ui/facts';
import { Amount } from '@/components/values/amount';
import { Id } from '@/components/values/id';
import { Maybe } from '@/components/values/maybe';
import { Time } from '@/components/values/time';
import type { FoundRow } from '@/lib/client/queries/find-row-query';
import type { Reserve, Task } from '@/lib/contract/tasks';
import { nullReason, type NullableField } from '@/lib/view/null-reasons';
import { unitOf } from '@/lib/view/units';

interface TaskFactsProps {
  found: UseQueryResult<FoundRow<Task>>;
  reserve: UseQueryResult<Reserve>;
}

/** The strip under the title: the fields of the task's row where it was found, and of its reserve where the index answers one. */
export function TaskFacts({ found, reserve }: TaskFactsProps) {
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
