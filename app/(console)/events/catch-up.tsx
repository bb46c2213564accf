import { useNow } from '@/components/values/now';
import { useZone } from '@/components/values/zone';
import { useConnection, useFeed } from '@/lib/client/live/use-live';
import { groupDigits } from '@/lib/view/amount';
import { counted } from '@/lib/view/counted';
import { absoluteTime, relativeTime } from '@/lib/view/time';

/** Whoever was away for less has loaded the page anew and missed nothing. */
const AWAY_MS = 60_000;

/** Where this browser was when it was here last, and how much has come since; null when it never left. */
export function useCatchUp() {
  const { left, received, doubles } = useFeed();
  const { tip, cursor } = useConnection();
  const now = useNow();
  if (left === null || now === null || now - left.at < AWAY_MS) return null;
  const since = BigInt(received - doubles) + left.skipped;
  // On the way to the end of the log, that nothing has come yet says nothing.
  return since === 0n && (tip === null || cursor !== tip) ? null : { ...left, now, since };
}

interface CatchUpProps {
  catchUp: NonNullable<ReturnType<typeof useCatchUp>>;
  onOpen: (id: bigint) => void;
}

/** How much came while nobody was here. That none of it was left out is the feed's proof, which stands above. */
export function CatchUp({ catchUp: { id, at, now, since, skipped }, onOpen }: CatchUpProps) {
  const zone = useZone();
  const count = `${skipped === 0n ? '' : 'About '}${counted(since, 'event')}`;
  return (
    <span data-caught-up={String(since)}>
      {since === 0n ? 'Nothing has' : `${count} ${since === 1n ? 'has' : 'have'}`} come since you were here{' '}
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
