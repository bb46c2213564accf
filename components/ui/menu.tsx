'use client';
import { Check } from 'lucide-react';
import { DropdownMenu as Radix } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names';

const ITEM =
  'flex items-center gap-2 rounded-sm px-2 py-1 text-2 outline-none select-none data-[highlighted]:bg-surface-3 data-[highlighted]:text-text data-[disabled]:opacity-50';

interface MenuProps {
  /** The button that opens it. */
  trigger: ReactNode;
  children: ReactNode;
  align?: 'start' | 'center' | 'end';
  /** Open from the start: it was loaded because its button was pressed. */
  defaultOpen?: boolean;
}

export function Menu({ trigger, children, align = 'end', defaultOpen = false }: MenuProps) {
  return (
    // Not modal: a menu of a few rows need not lock the page's scrolling, which would shift its content.
    <Radix.Root modal={false} defaultOpen={defaultOpen}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          sideOffset={4}
          className="z-50 max-h-[70vh] min-w-40 overflow-auto rounded-md border border-line-strong bg-surface-2 p-1 shadow-pop"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** A row that does something. */
export function MenuItem({ className, ...rest }: ComponentProps<typeof Radix.Item>) {
  return <Radix.Item className={classNames(ITEM, className)} {...rest} />;
}

export function MenuCheckboxItem({
  className,
  children,
  ...rest
}: ComponentProps<typeof Radix.CheckboxItem>) {
  return (
    <Radix.CheckboxItem
      className={classNames(ITEM, 'pl-7 relative', className)}
      // Several boxes are usually changed in one go: the menu stays open.
      onSelect={(event) => event.preventDefault()}
      {...rest}
    >
      <Radix.ItemIndicator className="absolute left-2">
        <Check size={13} aria-hidden />
      </Radix.ItemIndicator>
      {children}
    </Radix.CheckboxItem>
  );
}

interface MenuChoiceProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly { value: Value; label: ReactNode }[];
  onChange: (value: Value) => void;
}

/** A group of rows of which one is chosen. */
export function MenuChoice<Value extends string>({
  label,
  value,
  options,
  onChange,
}: MenuChoiceProps<Value>) {
  return (
    <Radix.RadioGroup value={value} onValueChange={(next) => onChange(next as Value)}>
      <Radix.Label className="px-2 pt-1 pb-0.5 text-2xs text-3">{label}</Radix.Label>
      {options.map((option) => (
        <Radix.RadioItem
          key={option.value}
          value={option.value}
          className={classNames(ITEM, 'pl-7 relative')}
        >
          <Radix.ItemIndicator className="absolute left-2">
            <Check size={13} aria-hidden />
          </Radix.ItemIndicator>
          {option.label}
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  );
}
