'use client';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useEffect, useState } from 'react';
import { useLocalStorage } from '@/lib/client/use-local-storage';
import { Button } from '@/components/ui/button';
import { useZone } from '@/components/values/preferences';
import { alertFilter, alertLink, ALERTS_PATH } from '@/lib/client/alerts/alert-rules';
import {
  countUnseen,
  DEFAULT_MUTE,
  MUTE_CHOICES,
  storedLog,
  storedSwitches,
  withSwitch,
  type AlertLog,
  type AlertSwitch,
  type RaisedAlert,
} from '@/lib/client/alerts/stored-alerts';
import { SUGGESTED_FILTERS } from '@/lib/client/alerts/suggested-filters';
import { shortKindName } from '@/lib/contract/event-kinds/catalogue';
import { groupDigits, counted } from '@/lib/view/amount';
import { absoluteTime, formatDuration } from '@/lib/view/time';
import { storedViews } from '@/components/listing/stored-views';
import { usePageUrl } from '@/components/listing/use-url';
import { connectionLabel } from '@/components/live/connection-pill';
import { Select } from '@/components/ui/field';
import { useLiveState } from '@/lib/client/live/use-live';
import { type SavedView, viewSearch, withView } from '@/lib/client/saved-views';
import { events } from '@/lib/view/paths';
import { notificationState, requestNotifications, type NotificationState } from './notifications';

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
        <Link
          translate="no"
          href={alertLink(alert)}
          onClick={onNavigate}
          className="mono text-accent hover:underline"
        >
          {groupDigits(BigInt(id))}
        </Link>{' '}
        {shortKindName(kind)}
        {sentence !== '' && `: ${sentence}`}
      </p>
      <p className="text-xs text-3">
        <span className="tabular-nums">{absoluteTime(at, zone)}</span>
        {repeats > 0 && ` · ${counted(repeats, 'repeat')} muted`}
        {notified ? ' · Notification sent' : ' · No notification'}
      </p>
    </li>
  );
}

/** Alerts raised in this browser, newest first. */
function AlertLogList({ onNavigate }: { onNavigate: () => void }) {
  const log = useLocalStorage(storedLog);
  useMarkSeen(log);
  if (log.raised.length === 0) return null;
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

const PERMISSION: Readonly<Record<NotificationState, string>> = {
  granted: 'Browser notifications are on.',
  default: 'Browser notifications are not set up. Alerts appear in the tab title and below.',
  denied:
    "Browser notifications are blocked. Allow them in the browser's settings for this site. Alerts appear in the tab title and below.",
  unsupported: 'This browser does not support notifications here. Alerts appear in the tab title and below.',
};

interface FilterRowProps {
  view: SavedView;
  alert: AlertSwitch | undefined;
  onSwitch: (mute_ms: number | null) => void;
}

function FilterRow({ view, alert, onSwitch }: FilterRowProps) {
  const { problem } = alertFilter(view.search);
  return (
    <li className="flex flex-wrap items-center gap-x-2 py-0.5">
      <label className="flex w-full min-w-0 items-center gap-2">
        <input
          type="checkbox"
          // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox has `checked`
          role="switch"
          className="accent-(--color-accent)"
          checked={alert !== undefined}
          disabled={problem !== null && alert === undefined}
          onChange={(event) => onSwitch(event.target.checked ? DEFAULT_MUTE : null)}
        />
        <span className="min-w-0 truncate">{view.name}</span>
      </label>
      {alert !== undefined && (
        // On its own line, so that the name has the width.
        <span className="ml-5 w-40">
          <Select
            aria-label={`Mute repeats of ${view.name}`}
            className="text-xs"
            value={String(alert.mute_ms)}
            onChange={(event) => onSwitch(Number(event.target.value))}
          >
            {MUTE_CHOICES.map((ms) => (
              <option key={ms} value={ms}>
                Mute repeats: {formatDuration(ms)}
              </option>
            ))}
          </Select>
        </span>
      )}
      {problem !== null && <p className="w-full text-xs text-warn">Cannot raise alerts. {problem}</p>}
    </li>
  );
}

/** A name for a filter that has none: its kinds, cut to a readable length, and a number if it is taken. */
function nameOf(search: string, views: readonly SavedView[]): string {
  const params = new URLSearchParams(search);
  const kinds = (params.get('kinds') ?? '').split(',').filter((kind) => kind !== '');
  const [first, second] = kinds.map(shortKindName);
  const more = kinds.length > 2 ? ` and ${kinds.length - 2} more` : '';
  const what = first === undefined ? 'Filtered events' : [first, second].filter(Boolean).join(', ') + more;
  const exists = (name: string) => views.some((view) => view.name === name);
  let name = what;
  for (let number = 2; exists(name); number += 1) name = `${what} (${number})`;
  return name;
}

interface ThisFilterProps {
  views: readonly SavedView[];
  switches: readonly AlertSwitch[];
  onStart: (view: SavedView) => void;
}

/** On the events page with a filter: its alert, under a name of its own. */
function ThisFilter({ views, switches, onStart }: ThisFilterProps) {
  const path = usePathname();
  const search = viewSearch(usePageUrl().search);
  const saved = views.find((view) => view.search === search);
  const isOn = saved !== undefined && switches.some(({ name }) => name === saved.name);
  if (path !== ALERTS_PATH || search === '' || isOn || alertFilter(search).problem !== null) return null;
  const view = saved ?? { name: nameOf(search, views), path: ALERTS_PATH, search };
  return (
    <Button tone="primary" size="small" onClick={() => onStart(view)}>
      Alert on this filter
    </Button>
  );
}

/** Switches alerts on and off for saved filters, and lists recent alerts. Browser only: it reads storage. */
export function AlertsPanel({ onNavigate }: { onNavigate: () => void }) {
  const views = useLocalStorage(storedViews).filter(({ path }) => path === ALERTS_PATH);
  const switches = useLocalStorage(storedSwitches);
  const connection = useLiveState();
  const [permission, setPermission] = useState(notificationState);
  const onSwitch = (name: string, mute_ms: number | null) => {
    const isNew = !switches.some((alert) => alert.name === name);
    storedSwitches.set(withSwitch(switches, name, mute_ms));
    if (isNew && mute_ms !== null) void requestNotifications().then(setPermission);
  };
  /** Saves a filter and switches its alert on. */
  const onStart = (view: SavedView) => {
    storedViews.set(withView(storedViews.get(), view));
    onSwitch(view.name, DEFAULT_MUTE);
  };
  const suggestions = SUGGESTED_FILTERS.filter(
    ({ name, search }) => !views.some((view) => view.search === search || view.name === name),
  );
  return (
    <div className="flex flex-col gap-2">
      <p className="text-xs text-2">
        Get alerted when an event matches a saved filter of the{' '}
        <Link href={events()} onClick={onNavigate} className="text-accent hover:underline">
          events page
        </Link>
        . Works while a tab of this console is open.
      </p>
      <ThisFilter views={views} switches={switches} onStart={onStart} />
      {views.length > 0 && (
        <ul aria-label="Saved filters" className="max-h-48 overflow-y-auto">
          {views.map((view) => (
            <FilterRow
              key={view.name}
              view={view}
              alert={switches.find(({ name }) => name === view.name)}
              onSwitch={(mute_ms) => onSwitch(view.name, mute_ms)}
            />
          ))}
        </ul>
      )}
      {suggestions.length > 0 && (
        <section aria-label="Suggested alerts">
          <h2 className="pb-1 font-semibold">Suggested</h2>
          <ul>
            {suggestions.map((view) => (
              <FilterRow key={view.name} view={view} alert={undefined} onSwitch={() => onStart(view)} />
            ))}
          </ul>
        </section>
      )}
      {switches.length > 0 && <p className="text-xs text-3">{PERMISSION[permission]}</p>}
      {switches.length > 0 && connection.status !== 'live' && (
        <p className="text-xs text-warn">
          {connectionLabel(connection).label}: {connectionLabel(connection).tip}
        </p>
      )}
      <AlertLogList onNavigate={onNavigate} />
    </div>
  );
}
