'use client';
import { X } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useRef, useState, type ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { Popover } from '@/components/ui/popover';
import { useZone } from '@/components/values/preferences';
import { valueText, type FilterControl } from './filter-controls';

const FilterInput = dynamic(async () => (await import('./filter-inputs')).FilterInput);

/** `undefined` removes a filter. `replace`: a change while typing, which adds no step for Back. */
export type ChangeFilters = (
  change: Readonly<Record<string, string | undefined>>,
  options?: { replace?: boolean },
) => void;

interface FilterBarProps {
  controls: readonly FilterControl[];
  filters: Readonly<Record<string, string>>;
  onChange: ChangeFilters;
  onClear: () => void;
  /** At the right end, e.g. the number of matches. */
  note?: ReactNode;
  actions?: ReactNode;
  /** The page's own chips, before the others. */
  children?: ReactNode;
}

const CHIP =
  'inline-flex h-[26px] max-w-72 items-center gap-1 rounded-full border px-2.5 text-xs whitespace-nowrap';

export interface FilterChipProps {
  control: FilterControl;
  filters: Readonly<Record<string, string>>;
  onChange: ChangeFilters;
}

function FilterChip({ control, filters, onChange }: FilterChipProps) {
  const [open, setOpen] = useState(false);
  const value = valueText(control, filters, useZone());
  const keys = control.kind === 'time' ? control.keys : [control.key];
  const chip = useRef<HTMLSpanElement>(null);
  const clear = () => {
    // The clear button disappears: move the focus to the filter.
    chip.current?.querySelector('button')?.focus();
    onChange(Object.fromEntries(keys.map((key) => [key, undefined])));
  };
  const done: ChangeFilters = (change, options) => {
    onChange(change, options);
    if (options?.replace !== true) setOpen(false);
  };
  const trigger = (
    <button type="button" className={classNames('min-w-0 truncate', value === undefined ? '' : 'text-text')}>
      {control.label}
      {value !== undefined && <span className="font-medium">: {value}</span>}
    </button>
  );
  return (
    <span
      ref={chip}
      className={classNames(
        CHIP,
        value === undefined
          ? 'border-line bg-surface text-2 hover:border-line-strong hover:text-text'
          : 'border-accent bg-accent-weak text-text',
      )}
    >
      <Popover open={open} onOpenChange={setOpen} label={control.label} trigger={trigger}>
        <FilterInput control={control} filters={filters} onChange={done} />
      </Popover>
      {value !== undefined && (
        <button
          type="button"
          aria-label={`Clear ${control.label}`}
          onClick={clear}
          className="text-2 hover:text-text"
        >
          <X size={12} aria-hidden />
        </button>
      )}
    </span>
  );
}

/** A list's filters as chips; each shows its value and opens its control. */
export function FilterBar({ controls, filters, onChange, onClear, note, actions, children }: FilterBarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const clearAll = () => {
    bar.current?.querySelector('button')?.focus();
    onClear();
  };
  return (
    <div
      ref={bar}
      role="group"
      aria-label="Filters"
      className="mb-2.5 flex min-h-[26px] flex-wrap items-center gap-1.5"
    >
      {children}
      {controls.map((control) => (
        <FilterChip key={control.key} control={control} filters={filters} onChange={onChange} />
      ))}
      {Object.keys(filters).length > 0 && (
        <Button tone="quiet" size="small" onClick={clearAll}>
          Clear all
        </Button>
      )}
      {note !== undefined && <span className="ml-auto text-3">{note}</span>}
      {actions !== undefined && <span className="ml-1.5 flex gap-2">{actions}</span>}
    </div>
  );
}
