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
import { nullReason } from '@/lib/view/null-reasons';
import type { CardFamily, CardOf } from './card-target';

const LINES = 3;

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline gap-3 py-0.5">
      <dt className="w-24 shrink-0 text-xs text-3">{name}</dt>
      <dd className="min-w-0 flex-1 break-words">{children}</dd>
    </div>
  );
}

interface OneProps<Name extends EndpointName> {
  name: Name;
  params: ParamsInput<Name>;
  children: (record: Answer<Name>) => ReactNode;
}

/** One record, by the same query as its page, so that opening the page costs nothing more. */
function One<Name extends EndpointName>({ name, params, children }: OneProps<Name>) {
  const { data, error } = useQuery(endpointQuery(name, params));
  if (data !== undefined) return <dl>{children(data)}</dl>;
  if (error !== null) return <p className="text-warn">Couldn&apos;t load: {error.message}</p>;
  return (
    <div aria-busy>
      {Array.from({ length: LINES }, (_, line) => (
        <Skeleton key={line} className="my-2 h-3 w-40" />
      ))}
    </div>
  );
}

const total = (list: { metadata: { total_items: number } }) => groupDigits(list.metadata.total_items);
const created = (record: 'dag' | 'execution', at: string | null) => (
  <Line name="On chain">
    <Time at={at} clock="on chain" reason={nullReason(record, 'onchain_created_at')} />
  </Line>
);

const CARDS: Readonly<Record<CardFamily, (id: string) => ReactNode>> = {
  leaders: (leader_cap_id) => (
    <One name="leaders.get" params={{ leader_cap_id }}>
      {(leader) => (
        <>
          <Line name="Status">
            <Status value={leader.status} reason={nullReason('leader', 'status')} />
          </Line>
          <Line name="Pool, at least">
            <Amount value={leader.stake_pool_total} unit={unitOf('leader', 'stake_pool_total')} />
          </Line>
          <Line name="Kind">{leader.is_founding ? 'founding' : 'issued'}</Line>
        </>
      )}
    </One>
  ),
  agents: (agent_object_id) => (
    <One name="agents.skills" params={{ agent_object_id }}>
      {(skills) => (
        <>
          <Line name="Skills">{total(skills)}</Line>
          <Line name="First skill">
            <Maybe value={skills.items[0]?.description ?? null} reason="not read from chain yet" />
          </Line>
        </>
      )}
    </One>
  ),
  tools: (fqn) => (
    <One name="tools.get" params={{ fqn }}>
      {(tool) => (
        <>
          <Line name="Registration">
            <Status value={tool.is_registered ? 'registered' : 'unregistered'} />
          </Line>
          <Line name="Kind">{tool.kind}</Line>
          <Line name="Description">{tool.description === '' ? 'empty text' : tool.description}</Line>
        </>
      )}
    </One>
  ),
  dags: (dag_object_id) => (
    <One name="dags.get" params={{ dag_object_id }}>
      {(dag) => (
        <>
          <Line name="State">
            <Status value={dag.finalized_at === null ? 'building' : 'finalized'} />
          </Line>
          {created('dag', dag.onchain_created_at)}
        </>
      )}
    </One>
  ),
  executions: (execution_object_id) => (
    <One name="executions.get" params={{ execution_object_id }}>
      {(execution) => (
        <>
          <Line name="Status">
            <Status value={execution.status} />
          </Line>
          <Line name="Walk failed">
            <Maybe
              value={execution.has_any_walk_failed}
              reason={nullReason('execution', 'has_any_walk_failed')}
            />
          </Line>
          {created('execution', execution.onchain_created_at)}
        </>
      )}
    </One>
  ),
  tasks: (task_object_id) => (
    <One name="tasks.executions" params={{ task_object_id }}>
      {(executions) => (
        <>
          <Line name="Executions">{total(executions)}</Line>
          <Line name="Newest">
            <Status value={executions.items[0]?.status ?? null} reason="no execution indexed yet" />
          </Line>
        </>
      )}
    </One>
  ),
  payments: (payment_object_id) => (
    <One name="payments.get" params={{ payment_object_id }}>
      {(payment) => (
        <>
          <Line name="State">
            <Status value={payment.final_state} />
          </Line>
          <Line name="Budget limit">
            <Amount value={payment.max_budget_mist} unit={unitOf('payment', 'max_budget_mist')} />
          </Line>
          <Line name="Consumed">
            <Amount value={payment.consumed_total} unit={unitOf('payment', 'consumed_total')} />
          </Line>
        </>
      )}
    </One>
  ),
};

/** A record in three lines, under its full id. */
export function HoverCard({ family, id }: CardOf) {
  return (
    <>
      <p className="mono mb-1.5 border-b border-line pb-1.5 text-xs break-all text-2">{id}</p>
      {CARDS[family](id)}
    </>
  );
}
