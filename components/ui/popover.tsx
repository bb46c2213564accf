'use client';
import { Popover as Radix } from 'radix-ui';
import { Suspense, type ReactNode } from 'react';

interface PopoverProps {
  /** Set both to control it from outside. */
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  trigger: ReactNode;
  label: string;
  /** May suspend while its code loads. */
  children: ReactNode;
}

/** A small box beside its button, for a control or two. */
export function Popover({ trigger, label, children, ...control }: PopoverProps) {
  return (
    <Radix.Root {...control}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align="start"
          sideOffset={5}
          collisionPadding={8}
          aria-label={label}
          className="z-50 w-72 max-w-[calc(100vw-16px)] rounded-md border border-line-strong bg-surface-2 p-3 shadow-pop"
        >
          <Suspense fallback={<p className="text-3">Loading…</p>}>{children}</Suspense>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
