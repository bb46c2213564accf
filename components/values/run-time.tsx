'use client';
import { use } from 'react';
import { isUnfinished, type Execution } from '@/lib/contract/executions';
import { nullReason } from '@/lib/view/null-reasons';
import { executionReasons } from '@/lib/view/null-reasons/executions';
import { formatDuration } from '@/lib/view/time';
import { LongestDuration } from './duration';
import { Maybe } from './maybe';
import { KnownUntil, useNowValue } from './now';

/** A duration over a bar: its share of the table's longest one. */
function DurationBar({ ms }: { ms: number }) {
  const longest = use(LongestDuration);
  const share = longest === null || longest <= 0 ? null : Math.min(1, ms / longest);
  return (
    <span className="relative sm:inline-block sm:min-w-16">
      {formatDuration(ms, { measured: true })}
      {share !== null && (
        <span aria-hidden className="absolute inset-x-0 -bottom-0.5 h-0.5 rounded-full bg-line max-sm:hidden">
          <span
            className="absolute inset-y-0 left-0 min-w-0.5 rounded-full bg-text-3"
            style={{ width: `${(share * 100).toFixed(1)}%` }}
          />
        </span>
      )}
    </span>
  );
}

/** In whole seconds, up to the last update: the run may have ended since. `since`: ms since 1970. */
function Elapsed({ since }: { since: number }) {
  const knownUntil = use(KnownUntil) ?? Infinity;
  const text = useNowValue((now) => {
    if (now === null) return '';
    const elapsed = Math.min(now, knownUntil) - since;
    return formatDuration(Math.max(0, Math.floor(elapsed / 1000) * 1000));
  });
  return <span className="text-run">{text}</span>;
}

/** How long an execution took, or has been running. */
export function RunTime({ execution }: { execution: Execution }) {
  const { duration_ms, onchain_created_at } = execution;
  if (duration_ms !== null) return <DurationBar ms={Number(duration_ms)} />;
  const started = Date.parse(onchain_created_at ?? '');
  if (isUnfinished(execution) && !Number.isNaN(started)) return <Elapsed since={started} />;
  return <Maybe value={null} reason={nullReason(executionReasons, 'duration_ms', execution)} />;
}
