import { createColumnHelper, type ColumnDef } from '@tanstack/react-table';
import { FamilyDot } from '@/components/values/family-dot';
import { Id } from '@/components/values/id';
import { Sentence } from '@/components/values/sentence';
import { Time, ZoneName } from '@/components/values/time';
import type { EventRow } from '@/lib/client/event-rows';
import { familyOf, shortKindName } from '@/lib/contract/event-kinds/catalogue';
import { groupDigits } from '@/lib/view/amount';
import { eventSentence } from '@/lib/view/event-sentences/event-sentence';
import { familyLooks } from '@/lib/view/families';
import { nullReason } from '@/lib/view/null-reasons';

const column = createColumnHelper<EventRow>();

function OnChain({ row }: { row: EventRow }) {
  if (row.onchain_at === undefined && row.received_at !== undefined)
    return (
      <span
        className="mono text-3"
        data-tip="When this browser received it: a live event carries no time on chain. The history tells it within seconds."
      >
        <Time at={new Date(row.received_at).toISOString()} clock="indexed" form="clock" /> received
      </span>
    );
  return (
    <Time
      at={row.onchain_at ?? null}
      clock="on chain"
      form="clock"
      reason={nullReason('eventRecord', 'onchain_at')}
      className="mono text-2"
    />
  );
}

/** Dot and short name of a kind. */
export function Kind({ kind }: { kind: string }) {
  const family = familyOf(kind);
  return (
    <span
      className="inline-flex items-center gap-2"
      title={family === undefined ? kind : `${kind}, ${familyLooks[family].label}`}
    >
      {family !== undefined && <FamilyDot hue={familyLooks[family].hue} />}
      {shortKindName(kind)}
    </span>
  );
}

export const eventColumns = [
  column.accessor('id', {
    header: 'Id',
    meta: { numeric: true, bar: 'w-14' },
    cell: (cell) => (
      <button
        type="button"
        data-row-main
        aria-label={`Open event ${cell.row.original.id}`}
        className="mono text-3 hover:text-accent hover:underline"
      >
        {groupDigits(cell.getValue())}
      </button>
    ),
  }),
  column.accessor('onchain_at', {
    header: () => (
      <>
        On chain, <ZoneName />
      </>
    ),
    meta: { label: 'On chain', bar: 'w-24', width: 'sm:min-w-[168px]' },
    cell: ({ row }) => <OnChain row={row.original} />,
  }),
  column.accessor('kind', {
    header: 'Kind',
    meta: { bar: 'w-36', width: 'sm:min-w-[272px]' },
    cell: (cell) => <Kind kind={cell.getValue()} />,
  }),
  column.display({
    id: 'what',
    header: 'What happened',
    meta: { wide: true, bar: 'w-72' },
    cell: (cell) => (
      <span className="text-2">
        <Sentence parts={eventSentence(cell.row.original.kind, cell.row.original.payload)} />
      </span>
    ),
  }),
  column.accessor('sender_address', {
    header: 'Sender',
    meta: { bar: 'w-28', below: 'lg' },
    cell: (cell) => <Id family="address" value={cell.getValue()} />,
  }),
] as ColumnDef<EventRow, never>[];
