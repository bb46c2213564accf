import type { EventsAbout } from '@/lib/client/queries/events-about-query';

/** Says among how many events one has looked. */
export function Looked({ about }: { about: EventsAbout }) {
  const count = about.looked.toLocaleString('en-GB');
  return (
    <p className="mt-2 text-xs text-3">
      Found among {about.complete ? `all ${count}` : `the newest ${count}`} events of these kinds.
      {!about.complete && ' Older ones were not looked through.'}
    </p>
  );
}
