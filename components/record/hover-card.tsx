'use client';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Skeleton } from '@/components/ui/skeleton';
import { Amount } from '@/components/values/amount';
import { Maybe } from '@/components/values/maybe';
import { Status } from '@/components/values/status';
import { Time } from '@/components/values/time';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import type { Answer, EndpointName, ParamsInput } from '@/lib/contract/endpoints';
import { groupDigits, unitOf } from '@/lib/view/amount';
import { buildState } from '@/lib/view/build-state';
import { useNameOf } from '@/components/values/names';
import { firstRows } from '@/lib/view/row-order';
import { FIELD_NOT_PROVIDED, NOT_COUNTED, nullReason } from '@/lib/view/null-reasons';
import { dagReasons } from '@/lib/view/null-reasons/dags';
import { executionReasons } from '@/lib/view/null-reasons/executions';
import { leaderReasons } from '@/lib/view/null-reasons/leaders';
import type { RecordPage } from '@/lib/view/paths';
import { totalOf, type Listing } from '@/lib/contract/record';

const LINES = 3;

/** Not addresses, whose page takes eight requests. */
export type CardPage = Exclude<RecordPage, 'address'>;

interface OneProps<Name extends EndpointName> {
  name: Name;
  params: ParamsInput<Name>;
  /** Values by their names, in order. */
  lines: (record: Answer<Name>) => Readonly<Record<string, ReactNode>>;
}

/** One record, by the same query as its page, so that opening the page costs nothing more. */
function One<Name extends EndpointName>({ name, params, lines }: OneProps<Name>) {
  const { data, error } = useQuery(endpointQuery(name, params));
  if (error !== null && data === undefined)
    return <p className="text-warn">Couldn&apos;t load: {error.message}</p>;
  if (data === undefined)
    return (
      <div aria-busy>
        {Array.from({ length: LINES }, (_, line) => (
          <Skeleton key={line} className="my-2 h-3 w-40" />
        ))}
      </div>
    );
  return (
    <dl>
      {Object.entries(lines(data)).map(([label, value]) => (
        <div key={label} className="flex items-baseline gap-3 py-0.5">
          <dt className="w-24 shrink-0 text-xs text-3">{label}</dt>
          <dd className="min-w-0 flex-1 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const total = (list: Listing<unknown>) => (
  <Maybe value={totalOf(list)} reason={NOT_COUNTED}>
    {groupDigits}
  </Maybe>
);
const created = (row: { onchain_created_at: string | null }) => (
  <Time
    at={row.onchain_created_at}
    clock="on chain"
    reason={nullReason(dagReasons, 'onchain_created_at', row)}
  />
);

function registration(is_registered: boolean | null): string | null {
  if (is_registered === null) return null;
  return is_registered ? 'registered' : 'unregistered';
}

const CARDS: Readonly<Record<CardPage, (id: string) => ReactNode>> = {
  leaders: (leader_cap_id) => (
    <One
      name="leaders.get"
      params={{ leader_cap_id }}
      lines={(row) => ({
        Status: <Status value={row.status} reason={nullReason(leaderReasons, 'status', row)} />,
        'Pool, at least': <Amount value={row.stake_pool_total} unit={unitOf('leader', 'stake_pool_total')} />,
        Kind: row.is_founding ? 'founding' : 'issued',
      })}
    />
  ),
  agents: (agent_object_id) => (
    <One
      name="agents.skills"
      params={{ agent_object_id }}
      lines={(skills) => ({
        Skills: total(skills),
        'First skill': (
          <Maybe value={skills.items[0]?.description ?? null} reason="not read from chain yet" />
        ),
      })}
    />
  ),
  tools: (fqn) => (
    <One
      name="tools.get"
      params={{ fqn }}
      lines={({ is_registered, kind, description }) => ({
        Registration: <Status value={registration(is_registered)} reason={FIELD_NOT_PROVIDED} />,
        Kind: <Maybe value={kind} reason={FIELD_NOT_PROVIDED} />,
        Description: <Maybe value={description} reason={FIELD_NOT_PROVIDED} />,
      })}
    />
  ),
  dags: (dag_object_id) => (
    <One
      name="dags.get"
      params={{ dag_object_id }}
      lines={(row) => ({
        State: <Status value={buildState(row)} reason={nullReason(dagReasons, 'finalized_at', row)} />,
        'On chain': created(row),
      })}
    />
  ),
  executions: (execution_object_id) => (
    <One
      name="executions.get"
      params={{ execution_object_id }}
      lines={(row) => ({
        Status: <Status value={row.status} />,
        'Walk failed': (
          <Maybe
            value={row.has_any_walk_failed}
            reason={nullReason(executionReasons, 'has_any_walk_failed', row)}
          />
        ),
        'On chain': created(row),
      })}
    />
  ),
  tasks: (task_object_id) => (
    <One
      name="tasks.executions"
      params={{ task_object_id }}
      lines={(executions) => ({
        Executions: total(executions),
        [firstRows(executions.items) === 'newest' ? 'Newest' : 'First listed']: (
          <Status value={executions.items[0]?.status ?? null} reason="no execution indexed yet" />
        ),
      })}
    />
  ),
  payments: (payment_object_id) => (
    <One
      name="payments.get"
      params={{ payment_object_id }}
      lines={(payment) => ({
        State: <Status value={payment.final_state} />,
        'Budget limit': <Amount value={payment.max_budget_mist} unit="sui" />,
        'Gas consumed': (
          <Amount value={payment.consumed_total} unit={unitOf('payment', 'consumed_total', payment)} />
        ),
      })}
    />
  ),
};

/** A record in three lines, under its name and its full id. */
export function HoverCard({ page, id }: { page: CardPage; id: string }) {
  const name = useNameOf()(id);
  return (
    <>
      {name !== null && <p className="mb-1 line-clamp-3 font-medium">{name}</p>}
      <p translate="no" className="mono mb-1.5 border-b border-line pb-1.5 text-xs break-all text-2">
        {id}
      </p>
      {CARDS[page](id)}
    </>
  );
}
