'use client';
import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { type FormEvent, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { DateTimeField, type DateTimeHandle } from '@/components/values/date-time-field';
import { useZone } from '@/components/values/preferences';
import { granularities, usageGroupings } from '@/lib/contract/usage';
import { clockTime } from '@/lib/view/time';
import { toMinute, type TypedMinute } from '@/lib/view/time-input';

const HOUR_MS = 3_600_000;
const WINDOWS = { '48h': 48, '7d': 7 * 24, '30d': 30 * 24 } as const;
export const WINDOW_WORDS = { '48h': 'last 48 hours', '7d': 'last 7 days', '30d': 'last 30 days' } as const;

const parsers = {
  window: parseAsStringLiteral(['48h', '7d', '30d', 'custom'] as const).withDefault('48h'),
  /** RFC 3339, for a custom range: `from` inclusive, `to` exclusive. */
  from: parseAsString,
  to: parseAsString,
  granularity: parseAsStringLiteral(granularities).withDefault('hour'),
  group_by: parseAsStringLiteral(usageGroupings).withDefault('scope'),
  view: parseAsStringLiteral(['chart', 'table'] as const).withDefault('chart'),
};

/** The page's choices; each change is a history entry. */
export function useUsageUrl() {
  return useQueryStates(parsers, { history: 'push' });
}

type UsageUrl = ReturnType<typeof useUsageUrl>[0];

function moment(text: string | null): string | undefined {
  const ms = Date.parse(text ?? '');
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
}

/** The range to request; null while the current time is unknown. */
export function windowOf(url: UsageUrl, now: number | null): { from?: string; to?: string } | null {
  if (url.window === 'custom') {
    const [from, to] = [moment(url.from), moment(url.to)];
    return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
  }
  if (now === null) return null;
  // Whole hours, including the current one.
  const start = (Math.floor(now / HOUR_MS) + 1 - WINDOWS[url.window]) * HOUR_MS;
  return { from: new Date(start).toISOString() };
}

interface CustomWindowProps {
  from: string | null;
  to: string | null;
  onChange: (window: { from: string | null; to: string | null }) => void;
}

/** From the URL's time to the input's value: UTC, to the minute. */
const toInput = (time: string | null) => {
  const ms = Date.parse(time ?? '');
  return Number.isNaN(ms) ? '' : toMinute(ms, 'utc');
};

/** A custom time range. The index counts whole hours in UTC. */
export function CustomWindow({ from, to, onChange }: CustomWindowProps) {
  const [begin, setBegin] = useState(toInput(from));
  const [end, setEnd] = useState(toInput(to));
  const fromField = useRef<DateTimeHandle>(null);
  const toField = useRef<DateTimeHandle>(null);
  const empty = begin !== '' && end !== '' && end <= begin;
  const apply = (event: FormEvent) => {
    event.preventDefault();
    const [first, last] = [fromField, toField].map((field) => field.current?.read() ?? null);
    if (empty || [first, last].some((read) => read && 'error' in read)) return;
    const timeOf = (read: TypedMinute | null | undefined) =>
      read && 'first' in read ? new Date(read.first).toISOString() : null;
    onChange({ from: timeOf(first), to: timeOf(last) });
  };
  return (
    <form
      onSubmit={apply}
      noValidate
      aria-label="Custom range"
      className="mb-3 flex flex-wrap items-start gap-3"
    >
      <DateTimeField
        ref={fromField}
        label="From (UTC, inclusive)"
        className="w-52"
        zone="utc"
        step={3600}
        value={begin}
        onChange={setBegin}
      />
      <DateTimeField
        ref={toField}
        label="To (UTC, exclusive)"
        className="w-52"
        error={empty ? 'Must be after the start' : null}
        zone="utc"
        step={3600}
        value={end}
        onChange={setEnd}
      />
      <Button type="submit" className="mt-[22px]">
        Apply
      </Button>
    </form>
  );
}

/** `, as of 14:03:09 UTC`: two reports of one range differ by the requests between them. Empty before the first (0). */
export function useCountedAt(answeredAt: number): string {
  const zone = useZone();
  return answeredAt === 0 ? '' : `, as of ${clockTime(answeredAt, zone)}`;
}
