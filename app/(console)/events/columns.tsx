import { createColumnHelper, type ColumnDef } from '@tanstack/react-table';
import { createContext, use } from 'react';
import { Chip } from '@/components/ui/chip';
import { CutText } from '@/components/values/cut-text';
import { Tip } from '@/components/ui/tip';
import { FamilyDot } from '@/components/values/family-dot';
import { Id } from '@/components/values/id';
import { Sentence } from '@/components/values/sentence';
import { KnownNames } from '@/components/values/names';
import { useNowValue } from '@/components/values/now';
import { Time, ZoneName } from '@/components/values/time';
import { useZone } from '@/components/values/preferences';
import { rowKey, type EventRow } from '@/lib/client/live/event-window';
import { familyOf, shortKindName } from '@/lib/contract/event-kinds/catalogue';
import { PlainLink } from '@/components/ui/plain-link';
import { counted, groupDigits } from '@/lib/view/amount';
import type { EventGroup } from '@/lib/view/event-groups';
import { execution as executionPage, idPath } from '@/lib/view/paths';
import { eventSentence } from '@/lib/view/event-sentences';
import { familyLooks } from '@/lib/view/event-families';
import { runNameOf } from '@/lib/view/names';
import { nullReason } from '@/lib/view/null-reasons';
import { eventRecordReasons } from '@/lib/view/null-reasons/events';
import { timeOfDay } from '@/lib/view/time';

const column = createColumnHelper<EventRow>();

/** Of the name of a run. */
const MOST_SIGNS = 48;

/** Older than this, a time needs its date. */
const WITH_DATE_MS = 12 * 3_600_000;

/** The newest loaded event whose time on chain is known: that of later ones may still come. */
export const NewestTimed = createContext<bigint | null>(null);

function OnChain({ row }: { row: EventRow }) {
  const zone = useZone();
  const newestTimed = use(NewestTimed);
  const at = row.onchain_at ?? null;
  const old = useNowValue((now) => at !== null && now !== null && now - Date.parse(at) > WITH_DATE_MS);
  if (row.onchain_at === undefined && row.received_at !== undefined)
    return (
      <Tip
        className="relative mono text-3"
        tip="Time received. Live events carry no time on chain; it is loaded from the history when you scroll down or pause."
      >
        <span className="sr-only">received </span>
        {timeOfDay(row.received_at, zone)} <span aria-hidden>↓</span>
      </Tip>
    );
  if (at === null && newestTimed !== null && row.id > newestTimed)
    return (
      <Tip className="relative text-3" tip="The index has no on-chain time for this event yet.">
        pending
      </Tip>
    );
  return (
    <Time
      at={at}
      clock="on chain"
      form={old ? 'absolute' : 'clock'}
      reason={nullReason(eventRecordReasons, 'onchain_at', row)}
      className="mono text-2"
    />
  );
}

/** Groups by the key of their lead row; empty where events are not grouped. */
export const Groups = createContext<ReadonlyMap<string, EventGroup<EventRow>>>(new Map());

/** The amount of the row's group, where another event names it; how many more events it has, and the way to them. */
function RestOfGroup({ row }: { row: EventRow }) {
  const group = use(Groups).get(rowKey(row));
  if (group === undefined || group.count === 1) return null;
  const { execution, count, money } = group;
  const href =
    execution === null ? idPath('transaction', row.tx_digest) : executionPage(execution, { tab: 'events' });
  return (
    <>
      {money !== null && (
        <>
          {'; '}
          <Sentence rounded parts={eventSentence(money.kind, money.payload)} />
        </>
      )}
      {', '}
      <PlainLink
        data-more
        href={href ?? ''}
        className="whitespace-nowrap text-3 hover:text-accent hover:underline"
      >
        and {counted(count - 1, 'more event')}
      </PlainLink>
    </>
  );
}

/** What an event says, with the name of its run where the page knows it. */
function What({ row: { kind, payload, previous } }: { row: EventRow }) {
  const names = use(KnownNames);
  const parts = eventSentence(kind, payload, previous);
  const isNamed = parts.some((part) => 'id' in part && (part.as === 'agent' || part.as === 'dag'));
  const name = isNamed ? null : runNameOf(payload, (id) => names.get(id)?.name ?? null);
  return (
    <>
      <Sentence parts={parts} rounded />
      {name !== null && (
        <span className="text-3" data-run data-tip={name}>
          {' · '}
          <CutText text={name} most={MOST_SIGNS} />
        </span>
      )}
    </>
  );
}

/** Family dot and short name of a kind. */
export function Kind({ kind }: { kind: string }) {
  const family = familyOf(kind);
  return (
    <span
      translate="no"
      className="inline-flex max-w-full items-center gap-2"
      title={family === undefined ? kind : `${kind}, ${familyLooks[family].label}`}
    >
      {family !== undefined && <FamilyDot hue={familyLooks[family].hue} />}
      <span className="min-w-0 max-sm:wrap-anywhere max-sm:whitespace-normal">{shortKindName(kind)}</span>
    </span>
  );
}

export const eventColumns = [
  column.accessor('id', {
    header: 'ID',
    meta: { numeric: true, bar: 'w-14', width: 'sm:min-w-[88px]' },
    cell: (cell) => (
      <>
        {cell.row.original.former === true && <Chip className="mr-2 text-warn">previous log</Chip>}
        <button
          translate="no"
          type="button"
          data-row-main
          aria-label={`Open event ${cell.row.original.id}`}
          className="mono text-3 hover:text-accent hover:underline"
        >
          {groupDigits(cell.getValue())}
        </button>
      </>
    ),
  }),
  column.accessor('onchain_at', {
    header: () => (
      <>
        On chain, <ZoneName />
      </>
    ),
    meta: { label: 'On chain', bar: 'w-24', width: 'sm:min-w-[128px]' },
    cell: ({ row }) => <OnChain row={row.original} />,
  }),
  column.accessor('kind', {
    header: 'Kind',
    meta: { bar: 'w-36', width: 'lg:min-w-[230px] xl:min-w-[300px]' },
    cell: (cell) => <Kind kind={cell.getValue()} />,
  }),
  column.display({
    id: 'what',
    header: 'What happened',
    meta: { wide: true, wraps: true, bar: 'w-72' },
    cell: ({ row: { original: event } }) => (
      // In a narrow window the name of a run would take a third line.
      <span className="text-2 sm:max-[1200px]:has-[[data-run]]:not-has-[[data-more]]:line-clamp-2">
        <What row={event} />
        <RestOfGroup row={event} />
      </span>
    ),
  }),
  column.accessor('sender_address', {
    header: 'Sender',
    meta: { bar: 'w-28', below: 'xl' },
    cell: (cell) => <Id family="address" value={cell.getValue()} />,
  }),
] as ColumnDef<EventRow, never>[];
