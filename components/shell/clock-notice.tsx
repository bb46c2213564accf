'use client';
import { useEffect, useSyncExternalStore } from 'react';
import { askServerTime } from '@/lib/client/session';
import { serverClock } from '@/lib/time/server-clock';
import { formatDuration } from '@/lib/view/time';

const MINUTE_MS = 60_000;
/** A smaller difference is not worth a line on every page. */
const NOTED_MS = 2 * MINUTE_MS;

const inMinutes = () => Math.round(serverClock.offset() / MINUTE_MS) * MINUTE_MS;

/** Says that this device's clock is wrong, and keeps the server's time when it is set or the device slept. */
export function ClockNotice() {
  useEffect(() => serverClock.onJump(() => void askServerTime()), []);
  const offset = useSyncExternalStore(serverClock.onChange, inMinutes, () => 0);
  if (Math.abs(offset) < NOTED_MS) return null;
  return (
    <p role="status" className="mb-3 text-xs text-2">
      This device&apos;s clock is {formatDuration(Math.abs(offset))} {offset < 0 ? 'ahead' : 'behind'}; times
      follow the server&apos;s.
    </p>
  );
}
