'use client';
import { Slot } from 'radix-ui';
import { lazy, Suspense, useDeferredValue, useState } from 'react';
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
  // Deferred: what waits for its code leaves the button drawn and comes as soon as it is there.
  const shown = useDeferredValue(opened);
  return <Suspense fallback={plain}>{shown ? <PopoverOpened {...props} /> : plain}</Suspense>;
}
