import { Toggle as RadixToggle, ToggleGroup } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names';

const CHIP =
  'inline-flex items-center gap-1.5 h-6 rounded-full border border-line bg-surface px-2.5 text-xs text-2 whitespace-nowrap';
const PRESSABLE =
  'hover:border-line-strong hover:text-text data-[state=on]:border-accent data-[state=on]:bg-accent-weak data-[state=on]:text-text';

export function Chip({ className, ...rest }: ComponentProps<'span'>) {
  return <span className={classNames(CHIP, className)} {...rest} />;
}

export function Toggle({ className, ...rest }: ComponentProps<typeof RadixToggle.Root>) {
  return <RadixToggle.Root className={classNames(CHIP, PRESSABLE, className)} {...rest} />;
}

interface ChoiceProps<Value extends string> {
  /** Accessible name. */
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
