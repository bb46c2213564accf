import type { Incident } from '@/lib/dag/replay/incidents';
import { Id } from '@/components/values/id';
import { Maybe } from '@/components/values/maybe';
import { unreadReason, type ExecutionParts } from './execution-parts';

/** What the two flags of a commit mean: evidence of a failure handed in with the result, by the side that handed it in. */
function Flag({ of, value }: { of: 'primary' | 'secondary'; value: boolean | null }) {
  return (
    <li>
      <span className="text-3">has_{of}_failure_evidence </span>
      <Maybe value={value} reason="no commit was recorded, or it did not say" />
      {value === true && (
        <span className="text-2">
          : with the result stands evidence of a failure on the side of the {of} leader, be it of the tool or
          of a missed turn
        </span>
      )}
      {value === false && <span className="text-2">: none on the side of the {of} leader</span>}
    </li>
  );
}

/** Who failed, who took over and why, who committed in the end, and the flags of that commit. */
export function EvidenceAndRace({
  incident,
  failures,
}: {
  incident: Incident;
  failures: ExecutionParts['failures'];
}) {
  const { race, leader } = incident;
  return (
    <>
      {race.length === 0 &&
        (failures.data ? (
          <p className="text-2">No leader missed its turn.</p>
        ) : (
          <p className="text-warn">
            Whether a leader missed its turn is not known: {unreadReason('the submission failures', failures)}
            .
          </p>
        ))}
      {race.length > 0 && (
        <ol className="flex flex-col gap-1.5" data-testid="leaders-race">
          {race.map((row) => (
            <li key={row.id}>
              <span className="text-fail">failed</span> <Id family="leader" value={row.failed_leader} />
              <br />
              {row.winning_leader === null ? (
                <span className="text-2">nobody took over</span>
              ) : (
                <>
                  <span className="text-ok">won</span> <Id family="address" value={row.winning_leader} />{' '}
                  <span className="text-3">by wallet</span>
                </>
              )}
              <br />
              <span className="text-2">{row.reason}</span>
            </li>
          ))}
        </ol>
      )}
      {leader !== null && (
        <p className="mt-1 text-2" data-testid="failure-committed">
          The result was committed by <Id family="leader" value={leader} />
        </p>
      )}
      <ul className="mt-1.5 text-xs">
        <Flag of="primary" value={incident.primary_evidence} />
        <Flag of="secondary" value={incident.secondary_evidence} />
      </ul>
    </>
  );
}
