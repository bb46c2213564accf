'use client';
import type { ReactNode } from 'react';
import { useNow } from '@/components/values/now';
import { Announced } from '@/components/ui/announced';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { EmptyState } from '@/components/ui/empty-state';
import { causeOf } from '@/components/shell/read-failure';
import { HistoryNote } from '@/components/shell/source-mark';
import { counted } from '@/lib/view/amount';
import { useZone } from '@/components/values/preferences';
import { clockTime, formatDuration } from '@/lib/view/time';
import type { Failure } from '@/lib/client/api-error';
import type { Noun, TableView } from './table-view';
import { Mono } from '@/components/ui/mono';

interface BarProps {
  view: TableView<unknown>;
  noun: Noun;
}

interface AgedNoteProps {
  /** What could not be refreshed: "The leaders". */
  what: string;
  failure: Failure;
  /** When the shown data was answered, in ms since 1970; 0 when unknown. */
  answered_at: number;
  onRetry: () => void;
  className?: string;
}

/** For data that could not be refreshed: the failure, the data's age, and Retry. */
export function AgedNote({ what, failure, answered_at, onRetry, className }: AgedNoteProps) {
  const now = useNow();
  const zone = useZone();
  const age = now === null || answered_at === 0 ? null : formatDuration(Math.max(0, now - answered_at));
  return (
    <div
      role="alert"
      className={classNames('flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1.5 text-warn', className)}
    >
      <span className="relative">
        {what} could not be refreshed.
        {/* A ticking age would be announced every second: screen readers get the time instead. */}
        {age !== null && (
          <>
            <span aria-hidden> Showing data from {age} ago.</span>
            <span className="sr-only"> Showing data from {clockTime(answered_at, zone)}.</span>
          </>
        )}
      </span>
      <span className="min-w-0 break-words text-2">
        {causeOf(failure)}
        {failure.request_id !== null && <Mono className="break-all"> {failure.request_id}</Mono>}
      </span>
      <Button size="small" className="ml-auto" onClick={onRetry}>
        Retry
      </Button>
    </div>
  );
}

export function AgedBar({ view, noun }: BarProps) {
  if (view.failure === null) return null;
  return (
    <AgedNote
      what={`The ${noun.plural}`}
      failure={view.failure}
      answered_at={view.answered_at}
      onRetry={view.retry}
      className="border-b border-line"
    />
  );
}

export function RetryingBar({ view, noun }: BarProps) {
  if (view.retrying === null) return null;
  return (
    <p role="status" className="border-b border-line px-3 py-1.5 text-warn">
      Couldn&apos;t load {noun.plural}: {causeOf(view.retrying)}. Retrying…
    </p>
  );
}

/** Counts the rows that arrived, and shows them on request. Over the upper edge of the table, so that it moves no row. */
export function NewerBar({ newer, noun, onShow }: { newer: number; noun: Noun; onShow: () => void }) {
  const words = counted(newer, `new ${noun.singular}`, `new ${noun.plural}`);
  return (
    <div className="relative z-10 h-0 text-center print:hidden">
      {newer > 0 && (
        <button
          type="button"
          onClick={onShow}
          className="inline-block h-6 -translate-y-3 rounded-full border border-accent bg-surface px-3 text-xs font-medium text-accent shadow-pop hover:underline"
        >
          {words} · Show
        </button>
      )}
      <Announced words={newer > 0 ? words : ''} />
    </div>
  );
}

interface EmptyProps {
  state: 'filtered-out' | 'empty' | 'empty-page' | 'beyond-the-end';
  noun: Noun;
  children?: ReactNode;
  onClear?: (() => void) | undefined;
  onFirst?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
}

/** The index answered, without rows. */
export function Empty({ state, noun, children, onClear, onFirst, onNext }: EmptyProps) {
  if (state === 'empty')
    return (
      <EmptyState kind="nothing-yet" title={`No ${noun.plural} yet`}>
        {children}
        <HistoryNote />
      </EmptyState>
    );
  const [why, label, onAct] = {
    'filtered-out': ['match these filters', 'Clear filters', onClear] as const,
    'empty-page': ['on this page; the list continues', 'Next page', onNext] as const,
    'beyond-the-end': ['on this page', 'First page', onFirst] as const,
  }[state];
  return (
    <EmptyState
      kind="filtered-out"
      title={`No ${noun.plural} ${why}`}
      action={onAct === undefined ? undefined : { label, onAct }}
    >
      {state === 'filtered-out' && (
        <>
          Change or remove a filter to see more {noun.plural}.
          <HistoryNote />
        </>
      )}
    </EmptyState>
  );
}
