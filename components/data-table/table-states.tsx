'use client';
import type { ReactNode } from 'react';
import { useNow } from '@/components/values/now';
import { Announced } from '@/components/ui/announced';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { EmptyState } from '@/components/ui/empty-state';
import { causeOf } from '@/components/shell/failure';
import { counted } from '@/lib/view/counted';
import { useZone } from '@/components/values/zone';
import { clockTime, formatDuration } from '@/lib/view/time';
import type { Failure } from '@/lib/client/failure';
import type { Noun, TableView } from './table-view';

interface BarProps {
  view: TableView<unknown>;
  noun: Noun;
}

interface AgedNoteProps {
  /** What could not be read again: "The leaders". */
  what: string;
  failure: Failure;
  /** When what is shown was answered, in ms since 1970; 0 when it is not known. */
  answered_at: number;
  onRetry: () => void;
  className?: string;
}

/** Beside answers that outlive a failure: what failed, how old they are, try again. */
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
        {what} could not be refreshed
        {/* An age that ticks would be read out every second: a screen reader gets the moment instead. */}
        {age !== null && (
          <>
            <span aria-hidden>; what is shown is {age} old</span>
            <span className="sr-only">; what is shown was answered at {clockTime(answered_at, zone)}</span>
          </>
        )}
        .
      </span>
      <span className="min-w-0 break-words text-2">
        {causeOf(failure)}
        {failure.request_id !== null && <span className="mono break-all"> {failure.request_id}</span>}
      </span>
      <Button size="small" className="ml-auto" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}

/** Over rows that outlive a failure. */
export function AgedBar({ view, noun }: BarProps) {
  if (view.failure === null) return null;
  return (
    <AgedNote
      what={`The ${noun.many}`}
      failure={view.failure}
      answered_at={view.answered_at}
      onRetry={view.retry}
      className="border-b border-line"
    />
  );
}

/** While a failed try is being repeated: says so instead of a skeleton that never ends. */
export function TryingBar({ view, noun }: BarProps) {
  if (view.trying === null) return null;
  return (
    <p role="status" className="border-b border-line px-3 py-1.5 text-warn">
      The {noun.many} were not answered: {causeOf(view.trying)}. Trying again.
    </p>
  );
}

/** Rows that arrived above: counted here, shown when asked for. */
export function NewerBar({ newer, noun, onShow }: { newer: number; noun: Noun; onShow: () => void }) {
  const words = counted(newer, `newer ${noun.one}`, `newer ${noun.many}`);
  return (
    <>
      {newer > 0 && (
        <button
          type="button"
          onClick={onShow}
          className="block h-[34px] w-full border-b border-line bg-accent-weak text-center font-medium text-accent -outline-offset-2 hover:underline"
        >
          {words}. Show {newer === 1 ? 'it' : 'them'}
        </button>
      )}
      <Announced words={newer > 0 ? words : ''} />
    </>
  );
}

interface NothingProps {
  state: 'filtered-out' | 'empty' | 'beyond-the-end';
  noun: Noun;
  children?: ReactNode;
  onClear: () => void;
  onFirst: () => void;
}

/** No rows, and the index said so. */
export function Nothing({ state, noun, children, onClear, onFirst }: NothingProps) {
  if (state === 'filtered-out')
    return (
      <EmptyState
        kind="filtered-out"
        title={`No ${noun.many} match these filters`}
        action={{ label: 'Clear the filters', onAct: onClear }}
      />
    );
  if (state === 'beyond-the-end')
    return (
      <EmptyState
        kind="filtered-out"
        title={`No ${noun.many} this far back`}
        action={{ label: 'To the first page', onAct: onFirst }}
      />
    );
  return (
    <EmptyState kind="nothing-yet" title={`No ${noun.many} yet`}>
      {children}
    </EmptyState>
  );
}
