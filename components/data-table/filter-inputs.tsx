'use client';
import { useEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field, Input } from '@/components/ui/field';
import { errorOf, type FilterControl, fromBound, fromMinute, toBound, toMinute } from './filter-controls';
import type { FilterChipProps } from './filter-bar';
import { ChoiceFilter, StatesFilter, type ValueFilterProps } from './filter-choices';
import { ZoneName } from '@/components/values/time';
import { useZone } from '@/components/values/preferences';

const TYPING_MS = 300;

const HINT: Record<'id' | 'digest' | 'text' | 'integer' | 'kinds', string> = {
  id: '0x and up to 64 hex digits',
  digest: 'Transaction digest, base58',
  text: 'Matches any part; filters while you type',
  integer: 'Whole number',
  kinds: 'Names, separated by commas',
};

function hintOf({ kind, whole }: ValueFilterProps['control']): string | undefined {
  if (kind === 'enum' || kind === 'enums' || kind === 'boolean') return undefined;
  return whole ? 'Whole name' : HINT[kind];
}

/** A typed or pasted value. A part of a text filters while typing, everything else on Apply. */
function TypedFilter({ control, value = '', onChange }: ValueFilterProps) {
  const [typed, setTyped] = useState(value);
  const [error, setError] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const live = control.kind === 'text' && !control.whole;

  const send = (text: string, replace: boolean) => {
    clearTimeout(timer.current);
    const given = text.trim();
    const invalid = errorOf(control, given);
    setError(invalid);
    if (invalid === null) onChange({ [control.key]: given === '' ? undefined : given }, { replace });
  };
  const type = (text: string) => {
    setTyped(text);
    setError(null);
    clearTimeout(timer.current);
    if (live) timer.current = setTimeout(() => send(text, true), TYPING_MS);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send(typed, false);
      }}
    >
      <Field label={control.label} hint={hintOf(control)} error={error}>
        {(ids) => (
          <Input
            {...ids}
            autoFocus
            className={live ? '' : 'mono'}
            value={typed}
            spellCheck={false}
            autoComplete="off"
            inputMode={control.kind === 'integer' ? 'numeric' : 'text'}
            onChange={(event) => type(event.target.value)}
            onPaste={(event) => {
              // A pasted id is complete: apply it at once.
              const text = event.clipboardData.getData('text').trim();
              if (live || typed !== '' || errorOf(control, text) !== null) return;
              event.preventDefault();
              setTyped(text);
              send(text, false);
            }}
          />
        )}
      </Field>
      <div className="mt-2 flex gap-2">
        <Button type="submit" tone="primary" size="small">
          Apply
        </Button>
        {value !== '' && (
          <Button size="small" onClick={() => onChange({ [control.key]: undefined })}>
            Clear
          </Button>
        )}
      </div>
    </form>
  );
}

const HOUR_MS = 3_600_000;
/** An upper bound includes its whole minute. */
const REST_OF_MINUTE_MS = 59_999;
const PRESETS: readonly { label: string; ms: number }[] = [
  { label: 'hour', ms: HOUR_MS },
  { label: '24 hours', ms: 24 * HOUR_MS },
  { label: '7 days', ms: 168 * HOUR_MS },
  { label: '30 days', ms: 720 * HOUR_MS },
];

/** From and to, both inclusive, in the console's time zone. */
function TimeFilter({
  control,
  filters,
  onChange,
}: FilterChipProps & { control: Extract<FilterControl, { kind: 'time' }> }) {
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
            onClick={() => {
              const now = Date.now();
              const isPast = control.key === 'created';
              onChange({
                [after]: new Date(isPast ? now - ms : now).toISOString(),
                [before]: isPast ? undefined : new Date(now + ms).toISOString(),
              });
            }}
          >
            {control.key === 'created' ? 'last' : 'next'} {label}
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

/** At least and at most, both inclusive. */
function RangeFilter({
  control,
  filters,
  onChange,
}: FilterChipProps & { control: Extract<FilterControl, { kind: 'range' }> }) {
  const { keys, unit, label } = control;
  const [least, most] = keys;
  const [from, setFrom] = useState(() => toBound(filters[least], unit));
  const [to, setTo] = useState(() => toBound(filters[most], unit));
  const [errors, setErrors] = useState<readonly (string | null)[]>([null, null]);
  const submit = () => {
    const [low, high] = [fromBound(from, unit), fromBound(to, unit)];
    const invalid =
      unit.decimals === 0
        ? 'Must be a whole number'
        : `Must be a number with at most ${unit.decimals} decimals`;
    const isReversed = low && high && BigInt(low) > BigInt(high);
    const next = [
      low === undefined ? invalid : null,
      high === undefined ? invalid : isReversed ? 'Must not be less than the lower bound' : null,
    ];
    setErrors(next);
    if (next.every((error) => error === null))
      onChange({ [least]: low ?? undefined, [most]: high ?? undefined });
  };
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <p className="text-xs font-medium text-2">{unit.name === null ? label : `${label}, ${unit.name}`}</p>
      <Field label="At least" error={errors[0] ?? null}>
        {(ids) => (
          <Input
            {...ids}
            autoFocus
            inputMode="decimal"
            autoComplete="off"
            value={from}
            onChange={(event) => setFrom(event.target.value)}
          />
        )}
      </Field>
      <Field label="At most" error={errors[1] ?? null}>
        {(ids) => (
          <Input
            {...ids}
            inputMode="decimal"
            autoComplete="off"
            value={to}
            onChange={(event) => setTo(event.target.value)}
          />
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

/** The control of a filter, by its kind. */
export function FilterInput({ control, filters, onChange }: FilterChipProps) {
  if (control.kind === 'time') return <TimeFilter control={control} filters={filters} onChange={onChange} />;
  if (control.kind === 'range')
    return <RangeFilter control={control} filters={filters} onChange={onChange} />;
  const filter = { control, value: filters[control.key], onChange };
  if (control.kind === 'enums') return <StatesFilter {...filter} />;
  const isChoice = control.kind === 'enum' || control.kind === 'boolean';
  return isChoice ? <ChoiceFilter {...filter} /> : <TypedFilter {...filter} />;
}
