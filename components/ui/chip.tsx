import { Toggle as RadixToggle, ToggleGroup } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names';
import { Select } from './field';

const CHIP =
  'inline-flex items-center gap-1.5 h-6 rounded-full border border-line bg-surface px-2.5 text-xs text-2 whitespace-nowrap';
const PRESSABLE =
  'control hover:border-line-strong hover:text-text data-[state=on]:border-accent data-[state=on]:bg-accent-weak data-[state=on]:text-text';

export function Chip({ className, ...rest }: ComponentProps<'span'>) {
  return <span className={classNames(CHIP, className)} {...rest} />;
}

export function Toggle({ className, ...rest }: ComponentProps<typeof RadixToggle.Root>) {
  return <RadixToggle.Root className={classNames(CHIP, PRESSABLE, className)} {...rest} />;
}

interface ChoiceProps<Value extends string> {
  label: string;
  value: Value | null;
  options: readonly { value: Value; label: ReactNode; disabled?: boolean }[];
  onChange: (value: Value) => void;
  className?: string;
}

/** A row of chips, exactly one of them on. */
export function Choice<Value extends string>({
  label,
  value,
  options,
  onChange,
  className,
}: ChoiceProps<Value>) {
  return (
    <ToggleGroup.Root
      type="single"
      aria-label={label}
      value={value ?? ''}
      // Radix reports '' when the active chip is pressed again; one must stay on.
      onValueChange={(next) => next !== '' && onChange(next as Value)}
      className={classNames('flex flex-wrap items-center gap-1.5', className)}
    >
      {options.map((option) => (
        <ToggleGroup.Item
          key={option.value}
          value={option.value}
          disabled={option.disabled}
          className={classNames(CHIP, PRESSABLE)}
        >
          {option.label}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}

interface ChoiceOrListProps {
  label: string;
  value: string;
  /** `label` is shown on a chip, `words` in the list. */
  options: readonly { value: string; label: ReactNode; words: string }[];
  /** For more options than fit in a row. */
  asList: boolean;
  onChange: (value: string) => void;
}

/** One of a few as chips, one of many as a select of the same height. */
export function ChoiceOrList({ label, value, options, asList, onChange }: ChoiceOrListProps) {
  if (!asList) return <Choice label={label} value={value} options={options} onChange={onChange} />;
  return (
    <Select
      aria-label={label}
      className="h-[26px]! px-1.5!"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.words}
        </option>
      ))}
    </Select>
  );
}
