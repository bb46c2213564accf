'use client';
import { useEffect, useRef, useState } from 'react';
import { serverClock } from '@/lib/time/server-clock';
import { Button } from '@/components/ui/button';
import { TextField } from '@/components/ui/field';
import { DateTimeField, type DateTimeHandle } from '@/components/values/date-time-field';
import { useZone } from '@/components/values/preferences';
import { ZoneName } from '@/components/values/time';
import { splitWords } from '@/lib/contract/query-params';
import { separatorsOf } from '@/lib/view/number-input';
import { statusWords } from '@/lib/view/status';
import { toMinute, type TypedMinute } from '@/lib/view/time-input';
import {
  type ChangeFilters,
  errorOf,
  type FilterControl,
  type FilterProps,
  fromBound,
  fromTyped,
  toBound,
  type TypedBound,
} from './filter-controls';

interface ValueFilterProps {
  control: Exclude<FilterControl, { kind: 'time' | 'range' }>;
  value: string | undefined;
  onChange: ChangeFilters;
}

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

function ApplyButton() {
  return (
    <Button type="submit" tone="primary" size="small" className="self-start">
      Apply
    </Button>
  );
}

/** A typed or pasted value. A part of a text filters while typing, everything else on Apply. */
function TypedFilter({ control, value = '', onChange }: ValueFilterProps) {
  const [draft, setDraft] = useState(value);
  const [error, setError] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const live = control.kind === 'text' && !control.whole;

  const send = (text: string, replace: boolean) => {
    clearTimeout(timer.current);
    const read = fromTyped(control, text, separatorsOf());
    const invalid = errorOf(control, read);
    setError(invalid);
    if (invalid === null) onChange({ [control.key]: read === '' ? undefined : read }, { replace });
  };
  const type = (text: string, unfinished: boolean) => {
    setDraft(text);
    setError(null);
    clearTimeout(timer.current);
    if (live && !unfinished) timer.current = setTimeout(() => send(text, true), TYPING_MS);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send(draft, false);
      }}
    >
      <TextField
        label={control.label}
        hint={hintOf(control)}
        error={error}
        inputClass={live ? '' : 'mono'}
        autoFocus
        value={draft}
        spellCheck={false}
        autoComplete="off"
        inputMode={control.kind === 'integer' ? 'numeric' : 'text'}
        onChange={type}
        onPaste={(event) => {
          // A pasted id is complete: apply it at once.
          const text = event.clipboardData.getData('text').trim();
          if (live || draft !== '' || errorOf(control, text) !== null) return;
          event.preventDefault();
          setDraft(text);
          send(text, false);
        }}
      />
      <div className="mt-2 flex gap-2">
        <ApplyButton />
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
}: FilterProps & { control: Extract<FilterControl, { kind: 'time' }> }) {
  const [after, before] = control.keys;
  const zone = useZone();
  const fieldText = (key: string) =>
    filters[key] === undefined ? '' : toMinute(Date.parse(filters[key]), zone);
  const [from, setFrom] = useState(fieldText(after));
  const [to, setTo] = useState(fieldText(before));
  const [isReversed, setReversed] = useState(false);
  const fromField = useRef<DateTimeHandle>(null);
  const toField = useRef<DateTimeHandle>(null);
  /** In ms; null for none. An unchanged bound keeps its seconds. */
  const boundOf = (key: string, text: string, read: TypedMinute | null, end: 'first' | 'last') => {
    if (text === fieldText(key)) return filters[key] === undefined ? null : Date.parse(filters[key]);
    return read === null || 'error' in read ? null : read[end];
  };
  const submit = () => {
    const [first, last] = [fromField, toField].map((field) => field.current?.read() ?? null);
    if ([first, last].some((read) => read && 'error' in read)) return;
    const low = boundOf(after, from, first ?? null, 'first');
    const high = boundOf(before, to, last ?? null, 'last');
    const reversed = low !== null && high !== null && low > high;
    setReversed(reversed);
    const time = (ms: number | null) => (ms === null ? undefined : new Date(ms).toISOString());
    if (!reversed) onChange({ [after]: time(low), [before]: time(high) });
  };
  return (
    <form
      className="flex flex-col gap-2"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
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
              const now = serverClock.now();
              const isPast = control.key !== 'due';
              onChange({
                [after]: new Date(isPast ? now - ms : now).toISOString(),
                [before]: isPast ? undefined : new Date(now + ms).toISOString(),
              });
            }}
          >
            {control.key === 'due' ? 'next' : 'last'} {label}
          </Button>
        ))}
      </div>
      <DateTimeField ref={fromField} label="From" zone={zone} value={from} onChange={setFrom} />
      <DateTimeField
        ref={toField}
        label="To (inclusive)"
        error={isReversed ? 'Must not be before From' : null}
        zone={zone}
        value={to}
        onChange={setTo}
      />
      <ApplyButton />
    </form>
  );
}

/** At least and at most, both inclusive. */
function RangeFilter({
  control,
  filters,
  onChange,
}: FilterProps & { control: Extract<FilterControl, { kind: 'range' }> }) {
  const { keys, unit, label } = control;
  const [least, most] = keys;
  const [reader] = useState(separatorsOf);
  const fieldText = (key: string) => toBound(filters[key], unit, reader);
  const [from, setFrom] = useState(() => fieldText(least));
  const [to, setTo] = useState(() => fieldText(most));
  const [errors, setErrors] = useState<readonly (string | null)[]>([null, null]);
  const [low, high] = [fromBound(from, unit, reader), fromBound(to, unit, reader)];
  // Units need letters.
  const keyboard = unit.decimals === 0 ? 'numeric' : 'text';
  const noteOf = (bound: TypedBound | null) => (bound !== null && 'note' in bound ? bound.note : undefined);
  const submit = () => {
    const errorIn = (bound: TypedBound | null) => (bound !== null && 'error' in bound ? bound.error : null);
    const valueOf = (bound: TypedBound | null) =>
      bound !== null && 'value' in bound ? bound.value : undefined;
    const [minimum, maximum] = [valueOf(low), valueOf(high)];
    const isReversed = minimum !== undefined && maximum !== undefined && BigInt(minimum) > BigInt(maximum);
    const reversed = isReversed ? 'Must not be less than the lower bound' : null;
    const next = [errorIn(low), errorIn(high) ?? reversed];
    setErrors(next);
    if (next.every((error) => error === null)) onChange({ [least]: minimum, [most]: maximum });
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
      <TextField
        label="At least"
        hint={noteOf(low)}
        error={errors[0]}
        autoFocus
        inputMode={keyboard}
        autoComplete="off"
        value={from}
        onChange={(text) => {
          setFrom(text);
          setErrors([null, errors[1] ?? null]);
        }}
      />
      <TextField
        label="At most"
        hint={noteOf(high)}
        error={errors[1]}
        inputMode={keyboard}
        autoComplete="off"
        value={to}
        onChange={(text) => {
          setTo(text);
          setErrors([errors[0] ?? null, null]);
        }}
      />
      <ApplyButton />
    </form>
  );
}

/** Any, or one of the known values; an unknown value in the URL stays selectable. */
function ChoiceFilter({ control, value, onChange }: ValueFilterProps) {
  /** Arrow keys select each value they pass: the popover stays open, and Back skips those steps. */
  const byKey = useRef(false);
  const options = control.kind === 'boolean' ? ['true', 'false'] : control.known;
  const values = value === undefined || options.includes(value) ? options : [...options, value];
  const words = (option: string) => {
    if (control.kind !== 'boolean') return statusWords(option);
    return option === 'true' ? 'yes' : 'no';
  };
  return (
    <fieldset onKeyDown={() => (byKey.current = true)} onPointerDown={() => (byKey.current = false)}>
      <legend className="mb-1.5 text-xs font-medium text-2">{control.label}</legend>
      {[undefined, ...values].map((option) => (
        <label key={option ?? ''} className="flex items-center gap-2 py-0.5">
          <input
            type="radio"
            name={control.key}
            className="accent-(--color-accent)"
            // The popover opened before this was loaded.
            autoFocus={value === option}
            checked={value === option}
            onChange={() => onChange({ [control.key]: option }, { replace: byKey.current })}
          />
          {option === undefined ? 'any' : words(option)}
        </label>
      ))}
      {control.kind === 'boolean' && (
        <p className="mt-1.5 text-xs text-3">Unknown values match neither yes nor no.</p>
      )}
    </fieldset>
  );
}

/** Radio buttons for one value, as of every choice; check boxes on request, or when several are set. */
function StatesFilter({ control, value, onChange }: ValueFilterProps) {
  const selected = value === undefined ? [] : splitWords(value);
  const [several, setSeveral] = useState(selected.length > 1);
  if (!several)
    return (
      <>
        <ChoiceFilter control={control} value={value} onChange={onChange} />
        <Button size="small" className="mt-2" onClick={() => setSeveral(true)}>
          Select several
        </Button>
      </>
    );
  const states = [...new Set([...control.known, ...selected])];
  const toggle = (state: string) => {
    const next = states.filter((option) => (option === state) !== selected.includes(option));
    // The popover stays open, and Back skips the steps.
    onChange({ [control.key]: next.length === 0 ? undefined : next.join(',') }, { replace: true });
  };
  return (
    <fieldset>
      <legend className="mb-1.5 text-xs font-medium text-2">{control.label}, any of</legend>
      {states.map((state, index) => (
        <label key={state} className="flex items-center gap-2 py-0.5">
          <input
            type="checkbox"
            className="accent-(--color-accent)"
            autoFocus={index === 0}
            checked={selected.includes(state)}
            onChange={() => toggle(state)}
          />
          {statusWords(state)}
        </label>
      ))}
    </fieldset>
  );
}

/** The control of a filter, by its kind. */
export function FilterInput({ control, filters, onChange }: FilterProps) {
  if (control.kind === 'time') return <TimeFilter control={control} filters={filters} onChange={onChange} />;
  if (control.kind === 'range')
    return <RangeFilter control={control} filters={filters} onChange={onChange} />;
  const filter = { control, value: filters[control.key], onChange };
  if (control.kind === 'enums') return <StatesFilter {...filter} />;
  const isChoice = control.kind === 'enum' || control.kind === 'boolean';
  return isChoice ? <ChoiceFilter {...filter} /> : <TypedFilter {...filter} />;
}
