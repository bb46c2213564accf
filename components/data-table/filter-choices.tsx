'use client';
import { useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { splitWords } from '@/lib/contract/query-params';
import { statusWords } from '@/lib/view/status';
import type { ChangeFilters } from './filter-bar';
import type { FilterControl } from './filter-controls';

export interface ValueFilterProps {
  control: Exclude<FilterControl, { kind: 'time' | 'range' }>;
  value: string | undefined;
  onChange: ChangeFilters;
}

/** Any, or one of the known values; an unknown value in the URL stays selectable. */
export function ChoiceFilter({ control, value, onChange }: ValueFilterProps) {
  /** Arrow keys select each value they pass: the popover stays open, and Back skips those steps. */
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
            className="accent-(--color-accent)"
            // The popover opened before this was loaded.
            autoFocus={value === one}
            checked={value === one}
            onChange={() => onChange({ [control.key]: one }, { replace: byKey.current })}
          />
          {one === undefined ? 'any' : words(one)}
        </label>
      ))}
      {control.kind === 'boolean' && (
        <p className="mt-1.5 text-xs text-3">
          Unknown values match neither yes nor no.
          {control.unknown && ' Filtering on "unknown" loads the whole list first.'}
        </p>
      )}
    </fieldset>
  );
}

/** Radio buttons for one value, as of every choice; check boxes on request, or when several are set. */
export function StatesFilter({ control, value, onChange }: ValueFilterProps) {
  const chosen = value === undefined ? [] : splitWords(value);
  const [several, setSeveral] = useState(chosen.length > 1);
  if (!several)
    return (
      <>
        <ChoiceFilter control={control} value={value} onChange={onChange} />
        <Button size="small" className="mt-2" onClick={() => setSeveral(true)}>
          Select several
        </Button>
      </>
    );
  const states = [...new Set([...control.known, ...chosen])];
  const toggle = (state: string) => {
    const next = states.filter((one) => (one === state) !== chosen.includes(one));
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
            checked={chosen.includes(state)}
            onChange={() => toggle(state)}
          />
          {statusWords(state)}
        </label>
      ))}
    </fieldset>
  );
}
