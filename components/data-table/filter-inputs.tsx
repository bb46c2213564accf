'use client';
import { useEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field, Input } from '@/components/ui/field';
import { statusWords } from '@/lib/view/status';
import { faultOf, type FilterControl } from './filter-controls';
import type { ChangeFilters } from './filter-bar';

const TYPING_MS = 300;

interface ChoiceFilterProps {
  control: Exclude<FilterControl, { kind: 'window' }>;
  value: string | undefined;
  onChange: ChangeFilters;
}

/** Any, or one of the known values. A value of the URL that is not among them stays choosable. */
export function ChoiceFilter({ control, value, onChange }: ChoiceFilterProps) {
  /** Arrow keys choose on their way through: for them it stays open, and Back is not a step a key. */
  const byKey = useRef(false);
  const known = [
    ...(control.kind === 'boolean' ? ['true', 'false'] : control.known),
    ...(control.unknown ? ['unknown'] : []),
  ];
  const values = value === undefined || known.includes(value) ? known : [...known, value];
  const words = (one: string) =>
    control.kind === 'boolean' && one !== 'unknown' ? (one === 'true' ? 'yes' : 'no') : statusWords(one);
  return (
    <fieldset onKeyDown={() => (byKey.current = true)} onPointerDown={() => (byKey.current = false)}>
      <legend className="mb-1.5 text-xs font-medium text-2">{control.label}</legend>
      {[undefined, ...values].map((one) => (
        <label key={one ?? ''} className="flex items-center gap-2 py-0.5">
          <input
            type="radio"
            name={control.key}
            className="accent-(--accent)"
            // The box opened before this was loaded: it could not give the focus on.
            autoFocus={value === one}
            checked={value === one}
            onChange={() => onChange({ [control.key]: one }, { steady: byKey.current })}
          />
          {one === undefined ? 'any' : words(one)}
        </label>
      ))}
      {control.kind === 'boolean' && (
        <p className="mt-1.5 text-xs text-3">
          Rows where it is unknown match neither yes nor no.
          {control.unknown && ' For unknown all rows are read and looked through here.'}
        </p>
      )}
    </fieldset>
  );
}

const HINT: Record<'id' | 'digest' | 'text' | 'integer' | 'kinds', string> = {
  id: '0x and up to 64 hex digits; paste it whole',
  digest: 'a transaction digest, base58',
  text: 'any part of it; applied while you type',
  integer: 'a whole number',
  kinds: 'names with commas between',
};

interface TypedFilterProps {
  control: Exclude<FilterControl, { kind: 'window' }>;
  value: string;
  onChange: ChangeFilters;
}

/** A value that is typed or pasted. Text takes effect while it is typed; everything else when it is whole and sent. */
export function TypedFilter({ control, value, onChange }: TypedFilterProps) {
  const [typed, setTyped] = useState(value);
  const [fault, setFault] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const live = control.kind === 'text';

  const send = (text: string, steady: boolean) => {
    clearTimeout(timer.current);
    const given = text.trim();
    const wrong = faultOf(control, given);
    setFault(wrong);
    if (wrong === null) onChange({ [control.key]: given === '' ? undefined : given }, { steady });
  };
  const type = (text: string) => {
    setTyped(text);
    setFault(null);
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
      <Field
        label={control.label}
        hint={control.kind === 'enum' || control.kind === 'boolean' ? undefined : HINT[control.kind]}
        error={fault}
      >
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
              // A pasted id is whole: it takes effect at once.
              const text = event.clipboardData.getData('text').trim();
              if (live || typed !== '' || faultOf(control, text) !== null) return;
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
