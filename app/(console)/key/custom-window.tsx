'use client';
import { useState, type FormEvent } from 'react';
import { Button } from '@/components/ui/button';
import { Field, Input } from '@/components/ui/field';

interface CustomWindowProps {
  from: string | null;
  to: string | null;
  onChange: (window: { from: string | null; to: string | null }) => void;
}

/** A time of the URL as the browser's control wants it: UTC, to the minute. */
const shown = (time: string | null) =>
  Number.isNaN(Date.parse(time ?? '')) ? '' : (time ?? '').slice(0, 16);
/** What the control says, read as UTC; null when it is empty. */
const said = (text: string) => {
  const ms = Date.parse(`${text}Z`);
  return Number.isNaN(ms) ? null : new Date(ms).toISOString();
};

/** A window with a beginning and an end of one's own. The index counts whole hours of UTC. */
export function CustomWindow({ from, to, onChange }: CustomWindowProps) {
  const [begin, setBegin] = useState(shown(from));
  const [end, setEnd] = useState(shown(to));
  const empty = begin !== '' && end !== '' && end <= begin;
  const apply = (event: FormEvent) => {
    event.preventDefault();
    if (!empty) onChange({ from: said(begin), to: said(end) });
  };
  return (
    <form
      onSubmit={apply}
      noValidate
      aria-label="Custom window"
      className="mb-3 flex flex-wrap items-start gap-3"
    >
      <Field label="From, UTC, inclusive" className="w-52">
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
      <Field
        label="To, UTC, exclusive"
        className="w-52"
        error={empty ? 'does not lie after the beginning' : null}
      >
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
