// Alerts in this browser's storage: switches, the log, and the last event checked.
import { storedOnNetwork } from '@/lib/client/network-storage';
import { parseLog, parseSwitches, withSwitch, type AlertSwitch } from '@/lib/client/alerts/alert-rules';
import { parseCursor } from '@/lib/client/live/messages';
import { ALERTS_ENABLED, SWITCHES } from './alerts-enabled';

export const storedSwitches = storedOnNetwork(SWITCHES, parseSwitches);
export const storedLog = storedOnNetwork('dagscope.alert-log', parseLog);
export const storedCursor = storedOnNetwork('dagscope.alert-cursor', parseCursor);

function store(switches: readonly AlertSwitch[]): void {
  storedSwitches.set(switches);
  window.dispatchEvent(new CustomEvent(ALERTS_ENABLED, { detail: switches.length > 0 }));
}

/** Switches the alert of a filter on, or off when `mute_ms` is null. */
export function switchAlert(name: string, mute_ms: number | null): void {
  store(withSwitch(storedSwitches.get(), name, mute_ms));
}

/** Removes the alerts whose filters no longer exist. */
export function keepAlerts(names: ReadonlySet<string>): void {
  const switches = storedSwitches.get();
  const left = switches.filter(({ name }) => names.has(name));
  if (left.length < switches.length) store(left);
}
