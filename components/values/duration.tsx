import { formatDuration } from '@/lib/view/time';
import { Maybe } from './maybe';

/** A duration that keeps its exact milliseconds. */
export function KnownDuration({ ms, reason }: { ms: bigint | null; reason: string }) {
  return (
    <Maybe value={ms} reason={reason}>
      {(known) => <span data-exact={String(known)}>{formatDuration(Number(known))}</span>}
    </Maybe>
  );
}
