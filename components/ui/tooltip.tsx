'use client';
import { Tooltip as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

/**
 * A tooltip with rich content, for the few places that need it. Plain text has `data-tip` (tip-layer.tsx), which costs nothing a cell.
 * Needs TooltipProvider above it. @public a primitive of the set, kept before its first use
 */
export function Tooltip({ content, children }: { content: ReactNode; children: ReactNode }) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          sideOffset={5}
          collisionPadding={8}
          className="z-50 max-w-80 rounded-sm border border-line-strong bg-surface-3 px-2 py-1 text-xs text-text shadow-pop"
        >
          {content}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export function TooltipProvider({ children }: { children: ReactNode }) {
  return <Radix.Provider delayDuration={250}>{children}</Radix.Provider>;
}
