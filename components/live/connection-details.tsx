'use client';
import { useNow } from '@/components/values/now';
import { useZone } from '@/components/values/preferences';
import type { ConnectionLogEntry } from '@/lib/client/live/connection-log';
import { useConnectionLog, useLiveState } from '@/lib/client/live/use-live';
import { groupDigits } from '@/lib/view/amount';
import { clockTime, relativeTime } from '@/lib/view/time';
import { Mono } from '@/components/ui/mono';

const TONE: Record<ConnectionLogEntry['tone'], string> = { ok: 'bg-ok', warn: 'bg-warn', fail: 'bg-fail' };

function ConnectionFacts() {
  const { status, tip, cursor, heartbeat_at, last_event_at, reconnects } = useLiveState();
  const now = useNow();
  const ago = (at: number | null) => (at === null || now === null ? 'none yet' : relativeTime(at, now));
  const behind = tip === null || cursor === null ? 0n : tip - cursor;
  const facts = [
    ['Newest event', tip === null ? 'unknown' : groupDigits(tip)],
    ['Last event', ago(last_event_at)],
    [status === 'polling' ? 'Last update' : 'Last heartbeat', ago(heartbeat_at)],
    ...(behind > 0n ? [['Behind', `about ${groupDigits(behind)} events`]] : []),
    ...(reconnects > 0 ? [['Reconnects', groupDigits(BigInt(reconnects))]] : []),
  ];
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-3">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The connection's figures, and what happened to it since the page was opened. */
export function ConnectionDetails() {
  const log = useConnectionLog();
  const zone = useZone();
  return (
    <div className="flex flex-col gap-2.5">
      <ConnectionFacts />
      <h2 className="font-semibold">Connection log</h2>
      {log.length === 0 ? (
        <p className="text-3">No entries yet</p>
      ) : (
        <ol aria-label="Connection log" className="flex max-h-72 flex-col gap-1.5 overflow-y-auto">
          {log.map(({ at, tone, text }, index) => (
            <li key={`${at} ${log.length - index}`} className="flex gap-2">
              <span aria-hidden className={`mt-1.5 size-2 shrink-0 rounded-full ${TONE[tone]}`} />
              <span>
                <Mono className="text-3">{clockTime(at, zone)}</Mono> {text}
              </span>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
