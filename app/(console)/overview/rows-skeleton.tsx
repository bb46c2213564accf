import { Skeleton } from '@/components/ui/skeleton';

/** In place of rows that are being read. */
export function RowsSkeleton({ rows }: { rows: number }) {
  return (
    <div aria-hidden>
      {Array.from({ length: rows }, (_, index) => (
        <div
          key={index}
          className="flex h-[35px] items-center gap-6 border-b border-line/70 px-3 last:border-b-0"
        >
          <Skeleton className="h-3.5 w-28" />
          <Skeleton className="ml-auto h-3.5 w-14" />
        </div>
      ))}
    </div>
  );
}
