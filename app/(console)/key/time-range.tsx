'use client';
import { useQueryStates } from 'nuqs';
import { type FormEvent, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { DateTimeField, type DateTimeHandle } from '@/components/values/date-time-field';
import { useZone } from '@/components/values/preferences';
import { clockTime } from '@/lib/view/time';
import { toMinute, type TypedMinute } from '@/lib/view/time-input';
import { type boundsOf, usageParsers } from './usage-queries';

export const WINDOW_WORDS = { '48h': 'last 48 hours', '7d': 'last 7 days', '30d': 'last 30 days' } as const;

/** The page's choices; each change is a history entry. */
export function useUsageUrl() {
  return useQueryStates(usageParsers, { history: 'push' });
}

interface CustomWindowProps {
  bounds: ReturnType<typeof boundsOf>;
  onChange: (window: { from: string | null; to: string | null }) => void;
}

/** From a bound to the input's value: UTC, to the minute. */
const toInput = (time: string | undefined) => (time === undefined ? '' : toMinute(Date.parse(time), 'utc'));

/** A custom time range. The index counts whole hours in UTC. */
export function CustomWindow({ bounds, onChange }: CustomWindowProps) {
  const [begin, setBegin] = useState(toInput(bounds.from));
  const [end, setEnd] = useState(toInput(bounds.to));
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
