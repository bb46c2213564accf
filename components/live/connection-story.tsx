'use client';
import { useNow } from '@/components/values/now';
import { useZone } from '@/components/values/zone';
import { useCheck, useConnection, useTurns } from '@/lib/client/live/use-live';
import type { Turn } from '@/lib/client/live/connection-log';
import { groupDigits } from '@/lib/view/amount';
import { clockTime, formatDuration, relativeTime } from '@/lib/view/time';

const TONE: Record<Turn['tone'], string> = { ok: 'bg-ok', warn: 'bg-warn', fail: 'bg-fail' };

/** The three clocks: the chain's, the index's and ours; they are never mixed. */
function Clocks() {
  const { tip, cursor, heard_at, last_event_at } = useConnection();
  const { lag_ms } = useCheck();
  const now = useNow();
  const ago = (at: number | null) => (at === null || now === null ? 'not yet' : relativeTime(at, now));
  const left = tip === null || cursor === null ? null : tip - cursor;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5">
      <dt className="text-3">Chain</dt>
      <dd>
        {lag_ms === null
          ? 'its time is told by the history, not by the stream'
          : lag_ms < 0
            ? 'its clock is ahead of this device’s'
            : `the newest compared event came here ${formatDuration(lag_ms)} after it happened`}
      </dd>
      <dt className="text-3">Index</dt>
      <dd>{tip === null ? 'has not said where its log ends' : `its log ends at ${groupDigits(tip)}`}</dd>
      <dt className="text-3">Here</dt>
      <dd>
        last event {ago(last_event_at)}, connection alive {ago(heard_at)}
        {left !== null && left > 0n && <>, about {groupDigits(left)} behind the index</>}
      </dd>
    </dl>
  );
}

/** What happened to the connection since this page was opened, newest first. */
export function ConnectionStory() {
  const turns = useTurns();
  const zone = useZone();
  return (
    <div className="flex flex-col gap-2.5">
      <Clocks />
      <h2 className="font-semibold">What happened</h2>
      {turns.length === 0 ? (
        <p className="text-3">Nothing yet.</p>
      ) : (
        <ol
          aria-label="What happened to the connection"
          className="flex max-h-72 flex-col gap-1.5 overflow-y-auto"
        >
          {turns.map((turn, index) => (
            <li key={`${turn.at} ${turns.length - index}`} className="flex gap-2">
              <span aria-hidden className={`mt-1.5 size-2 shrink-0 rounded-full ${TONE[turn.tone]}`} />
              <span>
                <span className="mono text-3">{clockTime(turn.at, zone)}</span> {turn.words}
              </span>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
