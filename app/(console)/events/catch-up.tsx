import { useNow } from '@/components/values/now';
import { useZone } from '@/components/values/zone';
import { useFeed } from '@/lib/client/live/use-live';
import { groupDigits } from '@/lib/view/amount';
import { absoluteTime, relativeTime } from '@/lib/view/time';

/** Whoever was away for less has loaded the page anew and missed nothing. */
const AWAY_MS = 60_000;

/** Where this browser was when it was here last, and how much has come since; null when it never left. */
export function useCatchUp() {
  const { left, received, doubles } = useFeed();
  const now = useNow();
  if (left === null || now === null || now - left.at < AWAY_MS) return null;
  return { ...left, now, since: BigInt(received - doubles) + left.skipped };
}

interface CatchUpProps {
  catchUp: NonNullable<ReturnType<typeof useCatchUp>>;
  onOpen: (id: bigint) => void;
}

/** How much came while nobody was here. That none of it was left out is the feed's proof, which stands above. */
export function CatchUp({ catchUp: { id, at, now, since, skipped }, onOpen }: CatchUpProps) {
  const zone = useZone();
  const count = `${skipped === 0n ? '' : 'about '}${groupDigits(since)} ${since === 1n ? 'event' : 'events'}`;
  return (
    <span data-caught-up={String(since)}>
      {since === 0n ? 'Nothing has' : `${count.charAt(0).toUpperCase()}${count.slice(1)} have`} come since you
      were here{' '}
      <span data-tip={absoluteTime(at, zone)} className="relative">
        {relativeTime(at, now)}
      </span>
      , at event{' '}
      <button
        type="button"
        onClick={() => onOpen(id)}
        className="text-accent mono hover:underline"
        aria-label={`Open event ${id}, the last one of then`}
      >
        {groupDigits(id)}
      </button>
    </span>
  );
}
