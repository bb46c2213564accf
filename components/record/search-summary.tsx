import type { EventsAbout } from '@/lib/client/queries/events-about-query';

interface LookedProps {
  about: EventsAbout;
  /** The window of time that was looked through, in words. */
  within?: string | undefined;
}

/** Says among how many events one has looked. */
export function Looked({ about, within }: LookedProps) {
  const count = about.looked.toLocaleString('en-GB');
  return (
    <p className="mt-2 text-xs text-3">
      Found among {about.complete ? `all ${count}` : `the newest ${count}`} events of these kinds
      {within === undefined ? '' : ` ${within}`}.{!about.complete && ' Older ones were not looked through.'}
    </p>
  );
}
