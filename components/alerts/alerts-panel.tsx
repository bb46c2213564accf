'use client';
import Link from 'next/link';
import { useState } from 'react';
import { storedViews } from '@/components/listing/stored-views';
import { useLocalStorage } from '@/lib/client/local-storage';
import { pillWords } from '@/components/live/connection-pill';
import { Select } from '@/components/ui/field';
import { alertFilter, ALERTS_PATH } from '@/lib/client/alerts/alert-rule';
import { QUIET_AT_FIRST, QUIET_CHOICES, type AlertSwitch } from '@/lib/client/alerts/alert-switches';
import { useConnection } from '@/lib/client/live/use-live';
import type { SavedView } from '@/lib/client/saved-views';
import { formatDuration } from '@/lib/view/time';
import { events } from '@/lib/view/paths';
import { AlertLogList } from './alert-log-list';
import { keptSwitches, turnAlert } from './kept-alerts';
import { askForNotifications, notificationState, type NotificationState } from './notifications';

const PERMISSION: Readonly<Record<NotificationState, string>> = {
  granted: 'This browser shows notifications of the console.',
  default:
    'This browser has not been asked whether it may show notifications: the title and the list below tell.',
  denied:
    'This browser does not let the console show notifications; its settings for this site can change that. The title and the list below tell.',
  none: 'This browser has no notifications here: the title and the list below tell.',
};

interface FilterRowProps {
  view: SavedView;
  on: AlertSwitch | undefined;
  onSwitch: (quiet_ms: number | null) => void;
}

function FilterRow({ view, on, onSwitch }: FilterRowProps) {
  const { why } = alertFilter(view.search);
  return (
    <li className="flex flex-wrap items-center gap-x-2 py-0.5">
      <label className="flex min-w-0 flex-1 items-center gap-2">
        <input
          type="checkbox"
          role="switch"
          className="accent-(--accent)"
          checked={on !== undefined}
          disabled={why !== null && on === undefined}
          onChange={(event) => onSwitch(event.target.checked ? QUIET_AT_FIRST : null)}
        />
        <span className="min-w-0 truncate">{view.name}</span>
      </label>
      {on !== undefined && (
        <span className="w-28 shrink-0">
          <Select
            aria-label={`Quiet period of ${view.name}`}
            data-tip="After it was raised, for so long it is not raised again."
            className="text-xs"
            value={String(on.quiet_ms)}
            onChange={(event) => onSwitch(Number(event.target.value))}
          >
            {QUIET_CHOICES.map((ms) => (
              <option key={ms} value={ms}>
                quiet for {formatDuration(ms)}
              </option>
            ))}
          </Select>
        </span>
      )}
      {why !== null && <p className="w-full text-xs text-warn">Raises nothing: {why}.</p>}
    </li>
  );
}

/** Which saved filters raise an alert, under what conditions, and what was raised. Drawn in the browser, when it was asked for. */
export function AlertsPanel({ onGo }: { onGo: () => void }) {
  const views = useLocalStorage(storedViews).filter(({ path }) => path === ALERTS_PATH);
  const switches = useLocalStorage(keptSwitches);
  const connection = useConnection();
  const [may, setMay] = useState(notificationState);
  const turn = (name: string, quiet_ms: number | null) => {
    const first = !switches.some((one) => one.name === name);
    turnAlert(name, quiet_ms);
    if (first && quiet_ms !== null) void askForNotifications().then(setMay);
  };
  return (
    <div className="flex flex-col gap-2">
      <p className="text-xs text-2">
        An event that matches a saved filter of the events page marks the title of the console’s tabs and can
        show a notification. This works only while a tab of the console is open in this browser.
      </p>
      {views.length === 0 ? (
        <p className="text-3">
          No filter of the events page has a name yet: give it one under Views, on the{' '}
          <Link href={events()} onClick={onGo} className="text-accent hover:underline">
            events page
          </Link>
          .
        </p>
      ) : (
        <ul aria-label="Saved filters of events" className="max-h-48 overflow-y-auto">
          {views.map((view) => (
            <FilterRow
              key={view.name}
              view={view}
              on={switches.find(({ name }) => name === view.name)}
              onSwitch={(quiet_ms) => turn(view.name, quiet_ms)}
            />
          ))}
        </ul>
      )}
      {switches.length > 0 && <p className="text-xs text-3">{PERMISSION[may]}</p>}
      {switches.length > 0 && connection.status !== 'live' && (
        <p className="text-xs text-warn">
          {pillWords(connection).word}: {pillWords(connection).tip}
        </p>
      )}
      <AlertLogList onGo={onGo} />
    </div>
  );
}
