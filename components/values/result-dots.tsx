import type { ReactNode } from 'react';
import { StatusShape } from '@/components/ui/badge';
import { statusTone } from '@/lib/view/status';

const SUCCEEDED = <span className="size-1.5 rounded-full bg-idle" />;
/** Shapes differ, not only colours; others have that of their tone. */
const SHAPES = new Map<string, ReactNode>([
  ['succeeded', SUCCEEDED],
  ['missed', <span key="missed" className="size-2 rounded-full border-2 border-warn" />],
  ['withdrawn', <span key="withdrawn" className="h-0.5 w-2 bg-text-3" />],
]);

function ResultShape({ result }: { result: string }) {
  return (
    <span aria-hidden className="inline-flex w-[9px] items-center justify-center">
      {SHAPES.get(result) ?? <StatusShape tone={statusTone(result)} />}
    </span>
  );
}

/** `7 succeeded, 2 failed` */
function resultCounts(results: readonly string[]): string {
  const words = [...new Set(results)];
  return words.map((word) => `${results.filter((result) => result === word).length} ${word}`).join(', ');
}

/** Results as a row of shapes, newest right. */
export function ResultDots({ results }: { results: readonly string[] }) {
  if (results.length === 0) return <span className="text-3">none yet</span>;
  const newestFirst = [...results].reverse().join(', ');
  return (
    <span
      role="img"
      aria-label={`${resultCounts(results)}; newest first: ${newestFirst}`}
      data-tip={`${resultCounts(results)}\nnewest first: ${newestFirst}`}
      className="inline-flex gap-1"
    >
      {results.map((result, place) => (
        <ResultShape key={place} result={result} />
      ))}
    </span>
  );
}

/** What the shapes mean. */
export function ResultLegend({ className }: { className?: string }) {
  return (
    <span className={`inline-flex flex-wrap gap-x-4 text-xs text-2 ${className ?? ''}`}>
      {['succeeded', 'failed', 'aborted', 'missed', 'withdrawn', 'running'].map((result) => (
        <span key={result} className="inline-flex items-center gap-1.5">
          <ResultShape result={result} />
          {result}
        </span>
      ))}
    </span>
  );
}
