'use client';
import { X } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useRef, useState, type ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { Popover } from '@/components/ui/popover';
import { useNameText } from '@/components/values/names';
import { useZone } from '@/components/values/preferences';
import {
  keysOf,
  valueText,
  type ChangeFilters,
  type FilterControl,
  type FilterProps,
} from './filter-controls';

const FilterInput = dynamic(async () => (await import('./filter-inputs')).FilterInput);

interface FilterBarProps {
  controls: readonly FilterControl[];
  filters: Readonly<Record<string, string>>;
  onChange: ChangeFilters;
  onClear: () => void;
  /** Filters beyond these are shown on request, or when they are set. */
  most?: number;
  /** Filters that the index ignored. */
  ignored?: readonly string[];
  /** At the right end, e.g. the number of matches. */
  note?: ReactNode;
  actions?: ReactNode;
  /** The page's own chips, before the others. */
  children?: ReactNode;
}

/** By default. */
const MOST_CHIPS = 8;

const CHIP = 'inline-flex items-center rounded-full border text-xs whitespace-nowrap';
const OFF = 'max-w-72 border-line bg-surface text-2 hover:border-line-strong hover:text-text';
const ON = 'max-w-72 border-accent bg-accent-weak text-text';
const IGNORED = 'max-w-full border-warn text-text sm:max-w-112';

/** `ignored`: the index did not apply the filter. */
function FilterChip(props: FilterProps & { ignored: boolean; className: string }) {
  const { control, filters, onChange, ignored, className } = props;
  const [open, setOpen] = useState(false);
  const value = valueText(control, filters, useZone(), useNameText());
  const isIgnored = ignored && value !== undefined;
  const look = isIgnored ? IGNORED : ON;
  const chip = useRef<HTMLSpanElement>(null);
  const clear = () => {
    // The clear button disappears: move the focus to the filter.
    chip.current?.querySelector('button')?.focus();
    onChange(Object.fromEntries(keysOf(control).map((key) => [key, undefined])));
  };
  const done: ChangeFilters = (change, options) => {
    onChange(change, options);
    if (options?.replace !== true) setOpen(false);
  };
  const trigger = (
    <button
      type="button"
      className={classNames(
        'control flex h-6 min-w-0 items-center gap-1 rounded-full pl-2.5',
        value === undefined ? 'pr-2.5' : 'pr-1 text-text',
      )}
    >
      <span className="min-w-0 truncate">
        {control.label}
        {value !== undefined && <span className="font-medium">: {value}</span>}
      </span>
      {isIgnored && <span className="shrink-0 text-warn">ignored by this index</span>}
    </button>
  );
  return (
    <span ref={chip} className={classNames(CHIP, value === undefined ? OFF : look, className)}>
      <Popover open={open} onOpenChange={setOpen} label={control.label} trigger={trigger}>
        <FilterInput control={control} filters={filters} onChange={done} />
      </Popover>
      {value !== undefined && (
        <button
          type="button"
          aria-label={`Clear ${control.label}`}
          onClick={clear}
          className="control flex h-6 items-center rounded-full pr-2.5 text-2 hover:text-text"
        >
          <X size={12} aria-hidden />
        </button>
      )}
    </span>
  );
}

/** A list's filters as chips; each shows its value and opens its control. On a phone, those that are not set are behind a button. */
export function FilterBar(props: FilterBarProps) {
  const { controls, filters, onChange, onClear, ignored = [], note, actions, children } = props;
  const { most = MOST_CHIPS } = props;
  const bar = useRef<HTMLDivElement>(null);
  const [showsAll, setShowsAll] = useState(false);
  const isSet = (control: FilterControl) => keysOf(control).some((key) => filters[key] !== undefined);
  const visibleControls =
    showsAll || controls.length <= most
      ? controls
      : controls.filter((control, place) => place < most || isSet(control));
  const set = Object.keys(filters);
  const isOfPage = (key: string) => !controls.some((control) => keysOf(control).includes(key));
  const onPhone = (isShown: boolean) => (isShown || showsAll ? '' : 'max-sm:hidden');
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
      {!showsAll && (
        <Button size="small" className="sm:hidden" aria-expanded={false} onClick={() => setShowsAll(true)}>
          Filters
        </Button>
      )}
      {children !== undefined && (
        <div className={classNames('contents', onPhone(set.some(isOfPage)))}>{children}</div>
      )}
      {visibleControls.map((control) => (
        <FilterChip
          key={control.key}
          control={control}
          filters={filters}
          onChange={onChange}
          ignored={keysOf(control).some((key) => ignored.includes(key))}
          className={onPhone(isSet(control))}
        />
      ))}
      {visibleControls.length < controls.length && (
        <Button tone="quiet" size="small" className="max-sm:hidden" onClick={() => setShowsAll(true)}>
          More filters
        </Button>
      )}
      {set.length > 0 && (
        <Button tone="quiet" size="small" onClick={clearAll}>
          Clear all
        </Button>
      )}
      {note !== undefined && <span className="ml-auto text-3">{note}</span>}
      {actions !== undefined && <span className="ml-1.5 flex gap-2">{actions}</span>}
    </div>
  );
}
