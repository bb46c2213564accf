'use client';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field, Input } from '@/components/ui/field';
import type { FilterControl } from './filter-controls';
import type { ChangeFilters } from './filter-bar';

const HOUR_MS = 3_600_000;
const PRESETS: readonly { label: string; ms: number }[] = [
  { label: 'last hour', ms: HOUR_MS },
  { label: 'last 24 hours', ms: 24 * HOUR_MS },
  { label: 'last 7 days', ms: 168 * HOUR_MS },
  { label: 'last 30 days', ms: 720 * HOUR_MS },
];

/** A time of the URL as the browser's control wants it: UTC, to the minute. */
function toInput(time: string | undefined): string {
  return time === undefined ? '' : time.slice(0, 16);
}

/** What the control says, read as UTC; undefined when it is empty. */
function fromInput(text: string): string | undefined {
  const ms = Date.parse(`${text}Z`);
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
}

interface WindowFilterProps {
  control: Extract<FilterControl, { kind: 'window' }>;
  filters: Readonly<Record<string, string>>;
  onChange: ChangeFilters;
}

/** From and to, both inclusive, in UTC. The label says which clock it is. */
export function WindowFilter({ control, filters, onChange }: WindowFilterProps) {
  const [after, before] = control.keys;
  const [from, setFrom] = useState(toInput(filters[after]));
  const [to, setTo] = useState(toInput(filters[before]));
  const backwards = from !== '' && to !== '' && from > to;
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (!backwards) onChange({ [after]: fromInput(from), [before]: fromInput(to) });
      }}
    >
      <p className="text-xs font-medium text-2">{control.label}</p>
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
      <Field label="From, UTC">
        {(ids) => (
          <Input
            {...ids}
            type="datetime-local"
            value={from}
            onChange={(event) => setFrom(event.target.value)}
          />
        )}
      </Field>
      <Field label="To, UTC, inclusive" error={backwards ? 'lies before the beginning' : null}>
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
