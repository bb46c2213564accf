// What this browser keeps of alerts: which are on, what they raised, and how far the events were looked at. Loaded where an alert is on or asked about.
import { storedOnNetwork } from '@/components/listing/stored-views';
import { logOf } from '@/lib/client/alerts/alert-rule';
import { switchesOf, withSwitch, type AlertSwitch } from '@/lib/client/alerts/alert-switches';
import { lookedOf } from '@/lib/client/alerts/alert-watch';
import { SWITCHED, SWITCHES } from './switched';

export const keptSwitches = storedOnNetwork(SWITCHES, switchesOf);
export const keptLog = storedOnNetwork('dagscope.alert-log', logOf);
export const keptLooked = storedOnNetwork('dagscope.alert-looked', lookedOf);

function keep(switches: readonly AlertSwitch[]): void {
  keptSwitches.set(switches);
  window.dispatchEvent(new CustomEvent(SWITCHED, { detail: switches.length > 0 }));
}

/** Turns the alert of a filter on, or off where `quiet_ms` is null. */
export function turnAlert(name: string, quiet_ms: number | null): void {
  keep(withSwitch(keptSwitches.get(), name, quiet_ms));
}

/** An alert ends with its filter. */
export function dropAlertsBut(names: ReadonlySet<string>): void {
  const switches = keptSwitches.get();
  const left = switches.filter(({ name }) => names.has(name));
  if (left.length < switches.length) keep(left);
}
