'use client';
import { isUnfinished, type Execution } from '@/lib/contract/executions';
import { nullReason } from '@/lib/view/null-reasons';
import { formatDuration } from '@/lib/view/time';
import { DurationBar } from './duration-bar';
import { Maybe } from './maybe';
import { useOfNow } from './now';

/** In whole seconds. `since`: ISO time. */
function Elapsed({ since }: { since: string }) {
  const started = Date.parse(since);
  const text = useOfNow((now) =>
    now === null ? '' : formatDuration(Math.max(0, Math.floor((now - started) / 1000) * 1000)),
  );
  return <span className="text-run">{text}</span>;
}

/** How long an execution took, or has been running. */
export function RunTime({ execution }: { execution: Execution }) {
  const { duration_ms, onchain_created_at } = execution;
  if (duration_ms !== null) return <DurationBar ms={Number(duration_ms)} />;
  if (isUnfinished(execution) && onchain_created_at !== null) return <Elapsed since={onchain_created_at} />;
  return <Maybe value={null} reason={nullReason('execution', 'duration_ms')} />;
}
