// Alerts in this browser's storage: which are on, those that were raised, and the last event checked. Every page loads this, so it has no rules.
// Invariant: stored text is never trusted; elements that do not fit are dropped.
import * as z from 'zod/mini';
import { parseCursor } from '@/lib/client/live/messages';
import { storedOnNetwork } from '@/lib/client/local-storage';

const MINUTE = 60_000;
export const MUTE_CHOICES = [MINUTE, 5 * MINUTE, 15 * MINUTE, 60 * MINUTE] as const;
export const DEFAULT_MUTE = MUTE_CHOICES[1];

/** An alert that is switched on. */
const alertSwitch = z.object({
  /** The saved view's name. */
  name: z.string(),
  /** Repeats within this time are counted, not raised again. */
  mute_ms: z.pipe(
    z.number(),
    z.transform((ms) => Math.max(MINUTE, ms)),
  ),
});
export type AlertSwitch = z.output<typeof alertSwitch>;

/** The stored elements that fit the schema. */
function fitting<Schema extends z.ZodMiniType>(schema: Schema, stored: unknown): z.output<Schema>[] {
  return (Array.isArray(stored) ? stored : []).flatMap((item: unknown) => {
    const parsed = schema.safeParse(item);
    return parsed.success ? [parsed.data] : [];
  });
}

export const parseSwitches = (stored: unknown): readonly AlertSwitch[] => fitting(alertSwitch, stored);

/** The switches with this one on, or off when `mute_ms` is null. */
export function withSwitch(
  switches: readonly AlertSwitch[],
  name: string,
  mute_ms: number | null,
): readonly AlertSwitch[] {
  const others = switches.filter((alert) => alert.name !== name);
  return mute_ms === null ? others : [...others, { name, mute_ms }];
}

const raisedAlert = z.object({
  /** Milliseconds since 1970, by the server's clock. */
  at: z.number(),
  /** The filter's name and search at the time. */
  name: z.string(),
  search: z.string(),
  /** The event that raised it. */
  id: z.string().check(z.regex(/^\d{1,19}$/)),
  kind: z.string(),
  sentence: z.string(),
  /** Further matches within the mute period. */
  repeats: z.number(),
  /** Whether the browser accepted a notification. */
  notified: z.boolean(),
});
export type RaisedAlert = z.output<typeof raisedAlert>;

export interface AlertLog {
  /** Alerts raised until then have been seen. */
  seen_at: number;
  /** Newest first. */
  raised: readonly RaisedAlert[];
}

export const MAX_RAISED = 100;
export const EMPTY_LOG: AlertLog = { seen_at: 0, raised: [] };

export function parseLog(stored: unknown): AlertLog {
  const { seen_at, raised } = (stored ?? {}) as Record<string, unknown>;
  if (!Array.isArray(raised)) return EMPTY_LOG;
  return {
    seen_at: typeof seen_at === 'number' ? seen_at : 0,
    raised: fitting(raisedAlert, raised).slice(0, MAX_RAISED),
  };
}

export function countUnseen({ seen_at, raised }: AlertLog): number {
  return raised.filter(({ at }) => at > seen_at).length;
}

export const storedSwitches = storedOnNetwork('dagscope.alerts', parseSwitches);
export const storedLog = storedOnNetwork('dagscope.alert-log', parseLog);
export const storedCursor = storedOnNetwork('dagscope.alert-cursor', parseCursor);
