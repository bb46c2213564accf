'use client';
import Link from 'next/link';
import { useEffect } from 'react';
import { useLocalStorage } from '@/lib/client/local-storage';
import { Button } from '@/components/ui/button';
import { useZone } from '@/components/values/zone';
import { unseen, type AlertLog, type Raised } from '@/lib/client/alerts/alert-rule';
import { shortKindName } from '@/lib/contract/event-kinds/catalogue';
import { groupDigits } from '@/lib/view/amount';
import { absoluteTime } from '@/lib/view/time';
import { keptLog } from './kept-alerts';
import { raisedLink } from './raised-link';

/** What stands on a screen that is looked at counts as seen. */
function useSeen(log: AlertLog): void {
  useEffect(() => {
    const see = () => {
      if (document.hidden || unseen(log) === 0) return;
      keptLog.set({ ...log, seen_at: Math.max(...log.raised.map(({ at }) => at)) });
    };
    see();
    document.addEventListener('visibilitychange', see);
    return () => document.removeEventListener('visibilitychange', see);
  }, [log]);
}

function Entry({ raised, onGo }: { raised: Raised; onGo: () => void }) {
  const zone = useZone();
  const { at, name, id, kind, said, more, notified } = raised;
  return (
    <li className="border-t border-line py-1.5">
      <p className="truncate font-medium">{name}</p>
      <p className="text-2">
        <Link href={raisedLink(raised)} onClick={onGo} className="mono text-accent hover:underline">
          {groupDigits(BigInt(id))}
        </Link>{' '}
        {shortKindName(kind)}
        {said !== '' && `: ${said}`}
      </p>
      <p className="text-xs text-3">
        <span className="mono">{absoluteTime(at, zone)}</span>
        {more > 0 && ` · ${groupDigits(more)} more within its quiet period`}
        {notified ? ' · notification given to the browser' : ' · no notification'}
      </p>
    </li>
  );
}

/** What was raised in this browser, newest first. */
export function AlertLogList({ onGo }: { onGo: () => void }) {
  const log = useLocalStorage(keptLog);
  useSeen(log);
  if (log.raised.length === 0) return <p className="text-xs text-3">Nothing has been raised yet.</p>;
  return (
    <div>
      <div className="flex items-center gap-2 pb-1">
        <h2 className="flex-1 font-semibold">What was raised</h2>
        <Button size="small" tone="quiet" onClick={() => keptLog.set({ ...log, raised: [] })}>
          Empty the list
        </Button>
      </div>
      <ol aria-label="What was raised" className="max-h-64 overflow-y-auto" tabIndex={0}>
        {log.raised.map((one) => (
          <Entry key={`${one.at} ${one.name}`} raised={one} onGo={onGo} />
        ))}
      </ol>
    </div>
  );
}
