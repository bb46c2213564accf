'use client';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { SearchSummary } from '@/components/record/event-search';
import { Unloaded } from '@/components/shell/read-failure';
import { Panel } from '@/components/ui/panel';
import { TextLink } from '@/components/ui/plain-link';
import { RowsTable } from '@/components/values/table';
import { ColumnAmount } from '@/components/values/amount';
import { Id } from '@/components/values/id';
import { Maybe } from '@/components/values/maybe';
import { ShowMore } from '@/components/values/show-more';
import { Time } from '@/components/values/time';
import { type EventsAbout, eventsAboutQuery, gapIn } from '@/lib/client/queries/events-about-query';
import { shortKindName } from '@/lib/contract/event-kinds/catalogue';
import { nullReason } from '@/lib/view/null-reasons';
import { eventRecordReasons } from '@/lib/view/null-reasons/events';
import { events } from '@/lib/view/paths';
import { REFILL_KINDS, refillsBySize } from '@/lib/view/refills';
import { useRowLimit } from '@/components/ui/use-row-limit';

const refillEvents = eventsAboutQuery(REFILL_KINDS, null);
const STEP = 25;
/** The event has it as well. */
const WIDE_ONLY = 'max-[1200px]:hidden';

const TABLES = [
  {
    kind: 'TaskPaymentReserveRefilledEvent',
    title: 'Task reserves',
    owner: 'Task',
    target: 'Reserve',
    unit: 'sui',
  },
  {
    kind: 'ExecutionPaymentRefilledEvent',
    title: 'Execution payments',
    owner: 'Execution',
    target: 'Payment',
    unit: 'none',
  },
] as const;

interface RefillTableProps {
  table: (typeof TABLES)[number];
  about: EventsAbout;
}

function RefillTable({ table: { kind, title, owner, target, unit }, about }: RefillTableProps) {
  const [limit, setLimit] = useRowLimit(STEP);
  const refills = useMemo(() => refillsBySize(about.items, kind), [about, kind]);
  const gap = gapIn(about);
  return (
    <Panel
      title={title}
      note={gap === null ? 'largest first' : 'largest first; older ones may be larger'}
      className="mb-3.5"
      actions={<TextLink href={events({ kinds: shortKindName(kind) })}>Events</TextLink>}
    >
      {refills.length === 0 ? (
        <p className="px-3 py-2 text-2">{gap === null ? 'No refills' : `None found; ${gap}`}</p>
      ) : (
        <RowsTable
          stacks
          label={`Refills of ${title.toLowerCase()}`}
          rows={refills.slice(0, limit)}
          total={refills.length}
          rowKey={({ event }) => event.id.toString()}
          attributes={({ event }) => ({ 'data-refill': event.id.toString() })}
          columns={[
            { head: owner, cell: (refill) => <Id family={refill.owner.family} value={refill.owner.id} /> },
            {
              head: unit === 'sui' ? 'Amount, SUI' : 'Amount',
              numeric: true,
              cell: ({ amount }) => <ColumnAmount value={amount} unit={unit} />,
            },
            { head: target, cell: (refill) => <Id family={refill.target.family} value={refill.target.id} /> },
            {
              head: 'Paid by',
              cell: ({ source }) => (
                <Maybe value={source} reason="the event doesn't name it">
                  {({ family, id }) => <Id family={family} value={id} />}
                </Maybe>
              ),
            },
            {
              head: 'When',
              cell: ({ event }) => (
                <Time
                  at={event.onchain_at}
                  clock="on chain"
                  form="absolute"
                  reason={nullReason(eventRecordReasons, 'onchain_at', event)}
                />
              ),
            },
            {
              head: 'Transaction',
              headClass: WIDE_ONLY,
              className: WIDE_ONLY,
              cell: ({ event }) => <Id family="transaction" value={event.tx_digest} />,
            },
          ]}
        />
      )}
      <ShowMore
        shown={limit}
        total={refills.length}
        noun="refills"
        onMore={() => setLimit(limit + STEP)}
        className="border-t border-line px-3 py-2"
      />
    </Panel>
  );
}

/** Refills of task reserves and of payments, each by size: the specification states a unit for the first only. */
export function Refills() {
  const query = useQuery(refillEvents);
  const { data } = query;
  if (data === undefined) return <Unloaded query={query} what="the refills" waiting="Searching events…" />;
  return (
    <>
      {TABLES.map((table) => (
        <RefillTable key={table.kind} table={table} about={data} />
      ))}
      <SearchSummary about={data} />
    </>
  );
}
