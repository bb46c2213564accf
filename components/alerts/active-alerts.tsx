'use client';
import { Bell } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useEffect, useMemo, useRef } from 'react';
import { storedViews } from '@/components/listing/stored-views';
import { useLocalStorage } from '@/lib/client/use-local-storage';
import { IconButton } from '@/components/ui/button';
import { alertLink, ALERTS_PATH, liveAlerts } from '@/lib/client/alerts/alert-rules';
import { watchForAlerts } from '@/lib/client/alerts/alert-watch';
import { countUnseen, storedCursor, storedLog, storedSwitches } from '@/lib/client/alerts/stored-alerts';
import { createTitleMark } from '@/lib/client/alerts/title-mark';
import { serverClock as clock } from '@/lib/time/server-clock';
import { useLive } from '@/lib/client/live/use-live';
import { AlertsPopover } from './alerts-popover';
import { showNotification } from './notifications';

function useAlertWatch(): void {
  const { store, connection } = useLive();
  const router = useRouter();
  const views = useLocalStorage(storedViews);
  const switches = useLocalStorage(storedSwitches);
  const alerts = useMemo(() => liveAlerts(switches, views), [switches, views]);
  const current = useRef(alerts);
  useEffect(() => void (current.current = alerts), [alerts]);
  useEffect(() => {
    // Deleting a filter deletes its alert.
    const names = views.filter(({ path }) => path === ALERTS_PATH).map(({ name }) => name);
    const remaining = storedSwitches.get().filter(({ name }) => names.includes(name));
    if (remaining.length < storedSwitches.get().length) storedSwitches.set(remaining);
  }, [views]);
  useEffect(() => {
    const watch = watchForAlerts({
      store,
      connection,
      alerts: () => current.current,
      log: storedLog,
      cursor: storedCursor,
      clock,
      notify: (alert) => showNotification(alert, () => router.push(alertLink(alert))),
    });
    const flush = () => watch.flush();
    // Captured, to run before the live connection stops.
    window.addEventListener('pagehide', flush, { capture: true });
    return () => {
      window.removeEventListener('pagehide', flush, { capture: true });
      watch.stop();
    };
  }, [store, connection, router]);
}

/** Watches for alerts; the number of unseen ones is on a bell in the top bar and in the title. */
export function ActiveAlerts() {
  useAlertWatch();
  const unseen = countUnseen(useLocalStorage(storedLog));
  const mark = useRef<ReturnType<typeof createTitleMark>>(undefined);
  useEffect(() => {
    const created = createTitleMark(document);
    mark.current = created;
    return () => created.stop();
  }, []);
  useEffect(() => mark.current?.show(unseen), [unseen]);
  return (
    <AlertsPopover
      trigger={
        <IconButton
          label={unseen === 0 ? 'Alerts' : `Alerts: ${unseen} unseen`}
          className="relative"
          // A tooltip would cover the popover.
          data-tip={undefined}
          data-alerts={unseen}
        >
          <Bell size={15} aria-hidden />
          {unseen > 0 && (
            <span
              aria-hidden
              className="absolute -top-0.5 -right-0.5 min-w-4 rounded-full bg-accent px-1 text-center text-2xs text-on-accent"
            >
              {unseen}
            </span>
          )}
        </IconButton>
      }
    />
  );
}
