// Which saved filters of the events page raise an alert. Small, because every page of the console asks whether there are any. Invariant: off unless switched on.
export interface AlertSwitch {
  /** The saved view's name. */
  name: string;
  /** After an alert was raised, for so long it is not raised again. */
  quiet_ms: number;
}

const MINUTE = 60_000;
export const QUIET_CHOICES = [MINUTE, 5 * MINUTE, 15 * MINUTE, 60 * MINUTE] as const;
export const QUIET_AT_FIRST = QUIET_CHOICES[1];

/** The switches that storage holds. */
export function switchesOf(found: unknown): readonly AlertSwitch[] {
  if (!Array.isArray(found)) return [];
  return found.flatMap((one: unknown) => {
    const { name, quiet_ms } = (one ?? {}) as Record<string, unknown>;
    if (typeof name !== 'string' || typeof quiet_ms !== 'number') return [];
    return [{ name, quiet_ms: quiet_ms >= MINUTE ? quiet_ms : MINUTE }];
  });
}

/** The switches with this one on, or off where `quiet_ms` is null. */
export function withSwitch(
  switches: readonly AlertSwitch[],
  name: string,
  quiet_ms: number | null,
): readonly AlertSwitch[] {
  const others = switches.filter((one) => one.name !== name);
  return quiet_ms === null ? others : [...others, { name, quiet_ms }];
}
