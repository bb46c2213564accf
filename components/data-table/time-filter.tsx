'use client';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field, Input } from '@/components/ui/field';
import { ZoneName } from '@/components/values/time';
import { useZone } from '@/components/values/zone';
import { fromMinute, toMinute, type FilterControl } from './filter-controls';
import type { ChangeFilters } from './filter-bar';

const HOUR_MS = 3_600_000;
/** An upper bound includes its whole minute. */
const REST_OF_MINUTE_MS = 59_999;
const PRESETS: readonly { label: string; ms: number }[] = [
  { label: 'last hour', ms: HOUR_MS },
  { label: 'last 24 hours', ms: 24 * HOUR_MS },
  { label: 'last 7 days', ms: 168 * HOUR_MS },
  { label: 'last 30 days', ms: 720 * HOUR_MS },
];

interface TimeFilterProps {
  control: Extract<FilterControl, { kind: 'time' }>;
  filters: Readonly<Record<string, string>>;
  onChange: ChangeFilters;
}

/** From and to, both inclusive, in the console's time zone. */
export function TimeFilter({ control, filters, onChange }: TimeFilterProps) {
  const [after, before] = control.keys;
  const zone = useZone();
  const shown = (key: string) => (filters[key] === undefined ? '' : toMinute(Date.parse(filters[key]), zone));
  const [from, setFrom] = useState(shown(after));
  const [to, setTo] = useState(shown(before));
  const isReversed = from !== '' && to !== '' && from > to;
  const bound = (key: string, text: string, rest: number) => {
    // An unchanged bound keeps its seconds.
    if (text === shown(key)) return filters[key];
    const ms = fromMinute(text, zone);
    return ms === null ? undefined : new Date(ms + rest).toISOString();
  };
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (isReversed) return;
        onChange({ [after]: bound(after, from, 0), [before]: bound(before, to, REST_OF_MINUTE_MS) });
      }}
    >
      <p className="text-xs font-medium text-2">
        {control.label}, <ZoneName />
      </p>
      <div className="flex flex-wrap gap-1.5">
        {PRESETS.map(({ label, ms }, index) => (
          <Button
            key={label}
            autoFocus={index === 0}
            size="small"
            onClick={() =>
              onChange({ [after]: new Date(Date.now() - ms).toISOString(), [before]: undefined })
            }
          >
            {label}
          </Button>
        ))}
      </div>
      <Field label="From">
        {(ids) => (
          <Input
            {...ids}
            type="datetime-local"
            value={from}
            onChange={(event) => setFrom(event.target.value)}
          />
        )}
      </Field>
      <Field label="To (inclusive)" error={isReversed ? 'Must not be before From' : null}>
        {(ids) => (
          <Input {...ids} type="datetime-local" value={to} onChange={(event) => setTo(event.target.value)} />
        )}
      </Field>
      <div>
        <Button type="submit" tone="primary" size="small">
          Apply
        </Button>
      </div>
    </form>
  );
}
