import { Button } from '@/components/ui/button';
import { placeName } from './place-name';
import type { ReplayView } from './use-replay';

/** What went wrong in a line, above the graph: why the run ended as it did, else the first thing it got over. */
export function FailureStrip({ view }: { view: ReplayView }) {
  const { incidents, cause } = view;
  const told = cause ?? incidents[0];
  if (told === undefined) return null;
  return (
    <p
      className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md border border-line bg-surface px-3 py-1.5"
      data-testid="failure-strip"
    >
      <span className="min-w-0 text-2">
        <b className={`font-semibold ${cause === null ? 'text-warn' : 'text-fail'}`}>
          {cause === null ? 'Got over' : cause.ends === 'run' ? 'Aborted' : 'Failed'}
        </b>{' '}
        at <span className="mono">{placeName(told)}</span>: {told.reasons[0] ?? 'no reason recorded'}
        {incidents.length > 1 && <span className="text-3"> · {incidents.length} failures in all</span>}
      </span>
      <Button size="small" className="ml-auto" onClick={() => view.openIncident(told)}>
        Look at it{told === incidents[0] && <kbd className="font-mono text-2xs text-3"> f</kbd>}
      </Button>
    </p>
  );
}
