'use client';
import { Bell } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useEffect, useMemo, useRef } from 'react';
import { storedViews } from '@/components/listing/stored-views';
import { useLocalStorage } from '@/lib/client/local-storage';
import { IconButton } from '@/components/ui/button';
import { ALERTS_PATH, liveAlerts, unseen } from '@/lib/client/alerts/alert-rule';
import { watchForAlerts } from '@/lib/client/alerts/alert-watch';
import { createTitleMark } from '@/lib/client/alerts/title-mark';
import { browserTimers as timers } from '@/lib/client/live/timers';
import { useLive } from '@/lib/client/live/use-live';
import { AlertsPopover } from './alerts-popover';
import { dropAlertsBut, keptLog, keptLooked, keptSwitches } from './kept-alerts';
import { notifyOf } from './notifications';
import { raisedLink } from './raised-link';

/** Watches while it stands on the page. */
function useWatch(): void {
  const { feed, connection } = useLive();
  const router = useRouter();
  const views = useLocalStorage(storedViews);
  const switches = useLocalStorage(keptSwitches);
  const alerts = useMemo(() => liveAlerts(switches, views), [switches, views]);
  const current = useRef(alerts);
  useEffect(() => void (current.current = alerts), [alerts]);
  useEffect(() => {
    const saved = views.filter(({ path }) => path === ALERTS_PATH).map(({ name }) => name);
    dropAlertsBut(new Set(saved));
  }, [views]);
  useEffect(() => {
    const watch = watchForAlerts({
      feed,
      connection,
      alerts: () => current.current,
      log: keptLog,
      looked: keptLooked,
      timers,
      notify: (raised) => notifyOf(raised, () => router.push(raisedLink(raised))),
    });
    const flush = () => watch.flush();
    // Before the live part lets its stream go.
    window.addEventListener('pagehide', flush, { capture: true });
    return () => {
      window.removeEventListener('pagehide', flush, { capture: true });
      watch.stop();
    };
  }, [feed, connection, router]);
}

/** The mark in the title, and a bell in the top bar with the same number. */
export function AlertsOn() {
  useWatch();
  const count = unseen(useLocalStorage(keptLog));
  const mark = useRef<ReturnType<typeof createTitleMark>>(undefined);
  useEffect(() => {
    const made = createTitleMark(document);
    mark.current = made;
    return () => made.stop();
  }, []);
  useEffect(() => mark.current?.show(count), [count]);
  return (
    <AlertsPopover
      trigger={
        <IconButton
          label={count === 0 ? 'Alerts' : `Alerts: ${count} not looked at`}
          className="relative"
          // It would lie over what the press opens.
          data-tip={undefined}
          data-alerts={count}
        >
          <Bell size={15} aria-hidden />
          {count > 0 && (
            <span
              aria-hidden
              className="absolute -top-0.5 -right-0.5 min-w-4 rounded-full bg-accent px-1 text-center text-2xs text-on-accent"
            >
              {count}
            </span>
          )}
        </IconButton>
      }
    />
  );
}
