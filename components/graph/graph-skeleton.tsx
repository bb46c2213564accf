import { Skeleton } from '@/components/ui/skeleton';

/** Placeholder with the height of the drawing. */
export function GraphSkeleton({ words }: { words: string }) {
  return (
    <div className="relative flex h-full min-h-[240px] items-center justify-center gap-12 overflow-hidden p-6">
      {[0, 1, 2].map((column) => (
        <Skeleton key={column} className="hidden h-20 w-44 sm:block" />
      ))}
      <p role="status" className="absolute bottom-3 left-3 text-3">
        {words}
      </p>
    </div>
  );
}

export function GraphPlaceholder() {
  return (
    <div className="rounded-md border border-line bg-surface" aria-busy>
      <div className="h-[78px] border-b border-line" />
      <div className="h-[clamp(340px,60vh,760px)]">
        <GraphSkeleton words="Loading structure…" />
      </div>
    </div>
  );
}
