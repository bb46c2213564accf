'use client';
import { Popover as Radix } from 'radix-ui';
import { Suspense, type ReactNode } from 'react';
import type { Trigger } from './first-use';

export interface PopoverProps {
  /** Set both to control it from outside. */
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  trigger: Trigger;
  label: string;
  /** May suspend while its code loads. */
  children: ReactNode;
}

/** The popover after its first use; it mounts open. */
export function PopoverBox({ trigger, label, children, ...control }: PopoverProps) {
  return (
    <Radix.Root defaultOpen {...control}>
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
