'use client';
import { useMemo, type ReactNode } from 'react';
import { type Cost, costsByTool, costsByVertex, totalFees } from '@/lib/dag/replay/money';
import { decimalsFor, type Unit } from '@/lib/view/amount';
import { ledgerUnit } from '@/components/record/refills-and-shortfalls';
import { Button } from '@/components/ui/button';
import { Panel } from '@/components/ui/panel';
import { RowsTable } from '@/components/values/table';
import { Amount, ColumnAmount } from '@/components/values/amount';
import { Fqn } from '@/components/values/fqn';
import { Maybe } from '@/components/values/maybe';
import { PaymentAt } from './money-panel';
import { useRun } from './run-context';
import type { ReplayView } from './use-replay';
import { Mono } from '@/components/ui/mono';

const NO_TOOL = 'not allocated to a vertex, or its tool is not in the structure';
const UNREAD = 'refunded locks are only in the event history, which was not fully loaded';

/** The column of an amount; `data-part` names it. */
function amountColumn(
  costs: readonly Cost[],
  head: string,
  part: string,
  amountOf: (cost: Cost) => bigint | null,
  unit: Unit = 'sui',
) {
  const decimals = decimalsFor(costs.map((cost) => Number(amountOf(cost))));
  return {
    head,
    numeric: true,
    cell: (cost: Cost) => (
      <span data-part={part}>
        <ColumnAmount value={amountOf(cost)} unit={unit} reason={UNREAD} decimals={decimals} />
      </span>
    ),
  };
}

const amountColumns = (costs: readonly Cost[], reconciled: boolean) => [
  amountColumn(costs, 'Gas', 'gas', ({ gas }) => gas),
  amountColumn(costs, 'Tool fees', 'tool', ({ tool }) => tool),
  amountColumn(costs, 'Priority', 'priority', ({ priority }) => priority),
  amountColumn(costs, 'Total, SUI', 'total', totalFees),
  amountColumn(costs, 'Refunded lock', 'released', ({ released }) => released, reconciled ? 'sui' : 'none'),
];

interface CostsProps {
  label: string;
  first: string;
  costs: readonly Cost[];
  name: (cost: Cost) => ReactNode;
}

function Costs({ label, first, costs, name }: CostsProps) {
  const { reconciled } = useRun().view.replay.account;
  const nameColumn = {
    head: first,
    className: 'sm:w-full sm:max-w-0 sm:min-w-24 sm:whitespace-normal',
    cell: name,
  };
  return (
    <RowsTable
      stacks
      label={label}
      className="lg:max-xl:[&_:is(td,th):not(:first-child)]:pl-1"
      rows={costs}
      rowKey={(cost) => JSON.stringify([cost.vertex, cost.tool_fqn])}
      attributes={(cost) => ({ 'data-cost': cost.vertex ?? cost.tool_fqn ?? '' })}
      columns={[nameColumn, ...amountColumns(costs, reconciled)]}
    />
  );
}

/** Costs and refunds up to the current step, by vertex and by tool. */
function useCosts({ replay, at, history: { settlements } }: ReplayView, hasSettlements: boolean) {
  const { moments, account, graph } = replay;
  const { step } = at;
  return useMemo(() => {
    const past = moments.slice(0, step);
    const isWhole = past.length === moments.length;
    const rows = new Set(past.flatMap((moment) => (moment.type === 'ledger' ? [moment.row.id] : [])));
    const digests = new Set(past.map(({ tx_digest }) => tx_digest));
    const byVertex = costsByVertex(
      moments,
      account.spends.filter(({ row }) => rows.has(row.id)),
      graph,
      hasSettlements ? settlements.filter(({ tx_digest }) => isWhole || digests.has(tx_digest)) : null,
    );
    return { byVertex, byTool: costsByTool(byVertex), isWhole };
  }, [moments, account, graph, step, settlements, hasSettlements]);
}

/** Waterfall, initial prices, and costs by vertex and by tool. */
export function CostTables() {
  const { parts, view } = useRun();
  const { replay, at } = view;
  const { reconciled } = replay.account;
  const { byVertex, byTool, isWhole } = useCosts(view, parts.history.data?.complete === true);
  const { prices } = at.money;
  return (
    <div className="mb-3 grid gap-3 lg:grid-cols-2">
      {!isWhole && (
        <p role="note" className="flex flex-wrap items-center gap-x-3 gap-y-1 text-2 lg:col-span-2">
          At step {at.step} of {replay.moments.length} of the replay
          <Button size="small" onClick={view.follow}>
            Show the whole run
          </Button>
        </p>
      )}
      <Panel title="Budget" note="SUI" className="self-start">
        <PaymentAt />
      </Panel>
      <Panel title="Tool prices at start" className="self-start">
        <ul className="px-3 py-2">
          {prices.map((row) => (
            <li key={row.id} className="flex justify-between gap-3 py-0.5">
              <Fqn value={row.tool_fqn} reason="no tool recorded" />
              <Amount value={row.cost} unit={ledgerUnit('cost', reconciled)} />
            </li>
          ))}
          {prices.length === 0 && (
            <li>
              <Maybe value={null} reason="no price recorded at this step" />
            </li>
          )}
        </ul>
      </Panel>
      <Panel
        className="self-start lg:max-2xl:col-span-2"
        title="By vertex"
        note="Allocated by transaction"
        data-testid="cost-by-vertex"
      >
        <Costs
          label="Cost by vertex"
          first="Vertex"
          costs={byVertex}
          name={({ vertex }) =>
            vertex === null ? (
              <span className="text-3">no vertex (start and end of the execution)</span>
            ) : (
              <Mono className="wrap-anywhere">{vertex}</Mono>
            )
          }
        />
        <p className="border-t border-line px-3 py-2 text-3">
          Refunded locks were reserved for the tool and not paid out; they are not part of the cost.
          {!reconciled && ' Their unit is not stated.'}
        </p>
      </Panel>
      <Panel
        className="self-start lg:max-2xl:col-span-2"
        title="By tool"
        note="SUI"
        data-testid="cost-by-tool"
      >
        <Costs
          label="Cost by tool"
          first="Tool"
          costs={byTool}
          name={({ tool_fqn }) => <Fqn value={tool_fqn} reason={NO_TOOL} />}
        />
      </Panel>
    </div>
  );
}
