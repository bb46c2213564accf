'use client';
import { useQuery } from '@tanstack/react-query';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import { sameFailure, visitPlace } from '@/lib/dag/replay/history';
import type { Incident } from '@/lib/dag/replay/incidents';
import { shortId } from '@/lib/view/ids';
import { Id } from '@/components/values/id';
import type { RecordSource } from './execution-parts';
import type { ReplayView } from './use-replay';

const KINDS = 'SubmissionFailureEvidenceRecordedEvent,TerminalErrEvalRecordedEvent';
const SHOWN = 8;

interface SameFailuresProps {
  incident: Incident;
  view: ReplayView;
  source: RecordSource | null;
}

/** Whether the same evidence hash occurs in other executions, among the newest failures of the network. */
export function SameFailures({ incident, view, source }: SameFailuresProps) {
  const { walk_index, vertex, iteration } = incident;
  // A tool's failure has its hash in the event history alone.
  const [told] = view.history.failings.get(visitPlace(walk_index, vertex, iteration)) ?? [];
  const hash = incident.hashes[0] ?? told?.err_eval_hash;
  const offline = source === 'file';
  const recent = useQuery({
    ...endpointQuery('events.list', {}, { kinds: KINDS, page_size: '100' }),
    enabled: hash !== undefined && !offline,
  });
  if (offline) return <p className="text-3">Not looked for: the page was opened from a file.</p>;
  if (hash === undefined)
    return <p className="text-3">No evidence hash was recorded, so it cannot be recognised elsewhere.</p>;
  if (recent.error)
    return <p className="text-warn">Recent events could not be read: {recent.error.message}</p>;
  if (!recent.data) return <p className="text-3">Looking through recent failures…</p>;
  const found = sameFailure(recent.data.items, hash, view.replay.run.execution_object_id);
  const executions = [...new Set(found.map(({ execution }) => execution))];
  return (
    <div data-testid="same-failures" data-found={executions.length}>
      <p className="text-2">
        err_eval_hash{' '}
        <span className="mono" title={hash}>
          {shortId(hash)}
        </span>
      </p>
      {executions.length === 0 ? (
        <p className="text-2">In no other execution.</p>
      ) : (
        <ul className="my-1">
          {executions.slice(0, SHOWN).map((id) => (
            <li key={id}>
              <Id family="execution" value={id} />
            </li>
          ))}
          {executions.length > SHOWN && <li className="text-3">and {executions.length - SHOWN} more</li>}
        </ul>
      )}
      <p className="text-2xs text-3">
        among the {recent.data.items.length} newest of {recent.data.metadata.total_items} failure events
      </p>
    </div>
  );
}
