'use client';
import { Slot } from 'radix-ui';
import { lazy, Suspense, useState } from 'react';
import type { PopoverProps } from './popover-opened';

const PopoverOpened = lazy(async () => ({ default: (await import('./popover-opened')).PopoverOpened }));

/** A small box beside its button, for a control or two. Its code is loaded when the first one is opened. */
export function Popover(props: PopoverProps) {
  const { open, onOpenChange, trigger } = props;
  const [opened, setOpened] = useState(open);
  if (open && !opened) setOpened(true);
  const plain = (
    <Slot.Root aria-haspopup="dialog" aria-expanded={false} onClick={() => onOpenChange(true)}>
      {trigger}
    </Slot.Root>
  );
  return opened ? (
    <Suspense fallback={plain}>
      <PopoverOpened {...props} />
    </Suspense>
  ) : (
    plain
  );
}
