'use client';
import Link from 'next/link';
import { useEffect } from 'react';
import { useLocalStorage } from '@/lib/client/local-storage';
import { Button } from '@/components/ui/button';
import { useZone } from '@/components/values/zone';
import { alertLink, countUnseen, type AlertLog, type RaisedAlert } from '@/lib/client/alerts/alert-rules';
import { shortKindName } from '@/lib/contract/event-kinds/catalogue';
import { groupDigits, counted } from '@/lib/view/amount';
import { absoluteTime } from '@/lib/view/time';
import { storedLog } from './stored-alerts';

/** Marks the log as seen while it is on a visible screen. */
function useMarkSeen(log: AlertLog): void {
  useEffect(() => {
    const markSeen = () => {
      if (document.hidden || countUnseen(log) === 0) return;
      storedLog.set({ ...log, seen_at: Math.max(...log.raised.map(({ at }) => at)) });
    };
    markSeen();
    document.addEventListener('visibilitychange', markSeen);
    return () => document.removeEventListener('visibilitychange', markSeen);
  }, [log]);
}

function Entry({ alert, onNavigate }: { alert: RaisedAlert; onNavigate: () => void }) {
  const zone = useZone();
  const { at, name, id, kind, sentence, repeats, notified } = alert;
  return (
    <li className="border-t border-line py-1.5">
      <p className="truncate font-medium">{name}</p>
      <p className="text-2">
        <Link href={alertLink(alert)} onClick={onNavigate} className="mono text-accent hover:underline">
          {groupDigits(BigInt(id))}
        </Link>{' '}
        {shortKindName(kind)}
        {sentence !== '' && `: ${sentence}`}
      </p>
      <p className="text-xs text-3">
        <span className="mono">{absoluteTime(at, zone)}</span>
        {repeats > 0 && ` · ${counted(repeats, 'repeat')} muted`}
        {notified ? ' · Notification sent' : ' · No notification'}
      </p>
    </li>
  );
}

/** Alerts raised in this browser, newest first. */
export function AlertLogList({ onNavigate }: { onNavigate: () => void }) {
  const log = useLocalStorage(storedLog);
  useMarkSeen(log);
  if (log.raised.length === 0) return <p className="text-xs text-3">No alerts yet</p>;
  return (
    <div>
      <div className="flex items-center gap-2 pb-1">
        <h2 className="flex-1 font-semibold">Recent alerts</h2>
        <Button size="small" tone="quiet" onClick={() => storedLog.set({ ...log, raised: [] })}>
          Clear
        </Button>
      </div>
      <ol aria-label="Recent alerts" className="max-h-64 overflow-y-auto" tabIndex={0}>
        {log.raised.map((alert) => (
          <Entry key={`${alert.at} ${alert.name}`} alert={alert} onNavigate={onNavigate} />
        ))}
      </ol>
    </div>
  );
}
