'use client';
import { useState, type FormEvent } from 'react';
import { Button } from '@/components/ui/button';
import { Field, Input } from '@/components/ui/field';

interface CustomWindowProps {
  from: string | null;
  to: string | null;
  onChange: (window: { from: string | null; to: string | null }) => void;
}

/** From the URL's time to the input's value: UTC, to the minute. */
const toInput = (time: string | null) =>
  Number.isNaN(Date.parse(time ?? '')) ? '' : (time ?? '').slice(0, 16);
/** From the input's value, read as UTC; null when empty. */
const fromInput = (text: string) => {
  const ms = Date.parse(`${text}Z`);
  return Number.isNaN(ms) ? null : new Date(ms).toISOString();
};

/** A custom time range. The index counts whole hours in UTC. */
export function CustomWindow({ from, to, onChange }: CustomWindowProps) {
  const [begin, setBegin] = useState(toInput(from));
  const [end, setEnd] = useState(toInput(to));
  const empty = begin !== '' && end !== '' && end <= begin;
  const apply = (event: FormEvent) => {
    event.preventDefault();
    if (!empty) onChange({ from: fromInput(begin), to: fromInput(end) });
  };
  return (
    <form
      onSubmit={apply}
      noValidate
      aria-label="Custom range"
      className="mb-3 flex flex-wrap items-start gap-3"
    >
      <Field label="From (UTC, inclusive)" className="w-52">
        {(control) => (
          <Input
            {...control}
            type="datetime-local"
            step={3600}
            value={begin}
            onChange={(event) => setBegin(event.target.value)}
          />
        )}
      </Field>
      <Field label="To (UTC, exclusive)" className="w-52" error={empty ? 'Must be after the start' : null}>
        {(control) => (
          <Input
            {...control}
            type="datetime-local"
            step={3600}
            value={end}
            onChange={(event) => setEnd(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" className="mt-[22px]">
        Apply
      </Button>
    </form>
  );
}
