'use client';
import { Check } from 'lucide-react';
import { DropdownMenu as Radix } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names';
import type { Trigger } from './first-use';

const ITEM =
  'flex items-center gap-2 rounded-sm px-2 py-1 text-2 outline-none select-none data-[highlighted]:bg-surface-3 data-[highlighted]:text-text data-[disabled]:opacity-50';

interface MenuBoxProps {
  trigger: Trigger;
  children: ReactNode;
  align: 'start' | 'end';
  onOpen: (() => void) | undefined;
}

/** The menu after its first use; it mounts open. */
export function MenuBox({ trigger, children, align, onOpen }: MenuBoxProps) {
  return (
    // Not modal: locking the page's scrolling would shift its content.
    <Radix.Root defaultOpen modal={false} onOpenChange={(open) => open && onOpen?.()}>
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
      // Stays open: several boxes are usually changed at once.
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
