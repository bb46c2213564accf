'use client';
// Marks every page of an index that copies a chain or another index: its source, its progress and what its history lacks.
import { useQuery } from '@tanstack/react-query';
import { Copy, Link2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Tip } from '@/components/ui/tip';
import { useZone } from '@/components/values/preferences';
import { sessionStateQuery } from '@/lib/client/session';
import type { IndexState } from '@/lib/contract/session';
import { counted, groupDigits } from '@/lib/view/amount';
import type { Span } from '@/lib/view/periods';
import { formatDuration, minuteTime, type Zone } from '@/lib/view/time';
import { useChain, useSession } from './session-context';

type Chain = NonNullable<IndexState['chain']>;

export const isCopy = (index: IndexState) => index.mirror_of !== null || (index.chain ?? null) !== null;

/** The index as it is now: how far a copy is behind changes all the time. */
export function useIndexState(): IndexState {
  const { index } = useSession();
  const { data } = useQuery({ ...sessionStateQuery, enabled: isCopy(index) });
  return data?.index ?? index;
}

/** `2 s behind`, in whole seconds. */
export const timeBehind = (ms: number) => `${formatDuration(Math.ceil(ms / 1000) * 1000)} behind`;

function historyOf({ history_from, history_from_at, history_complete }: Chain, zone: Zone): string {
  const begin = `checkpoint ${groupDigits(history_from)}`;
  const time = history_from_at === null ? '' : `, ${minuteTime(Date.parse(history_from_at), zone)}`;
  return history_complete
    ? `History is complete since ${begin}${time}.`
    : `History begins at ${begin}${time}. Earlier events are missing.`;
}

/** Beside what is not there: that it may have happened before the history begins. */
export function HistoryNote() {
  const zone = useZone();
  const chain = useChain() ?? null;
  return chain === null || chain.history_complete ? null : <p>{historyOf(chain, zone)}</p>;
}

/** What of a window is missing because the history begins later; null where nothing is. */
export function useHistoryGaps(): (span: Span) => 'not indexed' | 'partly indexed' | null {
  const chain = useChain() ?? null;
  if (chain === null || chain.history_complete) return () => null;
  const begin = Date.parse(chain.history_from_at ?? '');
  return ({ from, to }) => {
    if (from >= begin) return null;
    return to <= begin ? 'not indexed' : 'partly indexed';
  };
}

export const useHistoryGap = (span: Span) => useHistoryGaps()(span);

/** Beside figures of a window: that not all of it is indexed, and why. */
export function HistoryGap({ span }: { span: Span }) {
  const zone = useZone();
  const chain = useChain() ?? null;
  const gap = useHistoryGap(span);
  if (chain === null || gap === null) return null;
  return (
    <>
      {' '}
      <Tip tip={historyOf(chain, zone)} className="cursor-help text-xs text-warn">
        {gap}
      </Tip>
    </>
  );
}

function unreadOf({ events_not_decodable: unread }: Chain, mirror_of: string | null): string {
  const reader = mirror_of === null ? 'This release' : 'The source';
  return unread === 0 ? '' : ` ${reader} can't decode ${counted(unread, 'event')}.`;
}

function Mark({
  tip,
  icon,
  warns,
  children,
}: {
  tip: string;
  icon: ReactNode;
  warns: boolean;
  children: ReactNode;
}) {
  return (
    <Tip
      tip={tip}
      className={`inline-flex h-6 items-center gap-1.5 rounded-full border px-2 text-xs whitespace-nowrap ${
        warns ? 'border-warn/50 text-warn' : 'border-line text-text-2'
      }`}
    >
      {icon}
      {children}
    </Tip>
  );
}

export function SourceMark() {
  const zone = useZone();
  const { mirror_of, behind_ms, chain = null, network } = useIndexState();
  if (chain !== null) {
    return (
      <Mark
        tip={
          historyOf(chain, zone) +
          unreadOf(chain, mirror_of) +
          (mirror_of === null ? '' : ` This index copies ${mirror_of}.`)
        }
        icon={mirror_of === null ? <Link2 size={12} aria-hidden /> : <Copy size={12} aria-hidden />}
        warns={!chain.history_complete || chain.events_not_decodable > 0}
      >
        {`${network} `}
        {/* There the search box needs the room, or the window ends. */}
        <span className="max-sm:hidden lg:max-xl:hidden">{`· checkpoint ${groupDigits(chain.checkpoint)} `}</span>
        {!chain.history_complete && '· history incomplete '}
        {behind_ms !== null && <span className="min-w-[12ch] tabular-nums">· {timeBehind(behind_ms)}</span>}
      </Mark>
    );
  }
  if (mirror_of === null) return null;
  return (
    <Mark
      tip={`This index copies ${mirror_of}. The age is the time since it was last fully up to date.`}
      icon={<Copy size={12} aria-hidden />}
      warns={false}
    >
      Mirror of {mirror_of.replace(/^https?:\/\//, '')},{' '}
      <span className="min-w-[12ch] tabular-nums">
        {behind_ms === null ? 'not complete yet' : timeBehind(behind_ms)}
      </span>
    </Mark>
  );
}
