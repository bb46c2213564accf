'use client';
import { Slot } from 'radix-ui';
import type { KeyboardEvent, ReactNode } from 'react';

interface FirstUseProps<Code> {
  opens: 'menu' | 'dialog';
  load: () => Promise<Code>;
  onLoaded: (code: Code) => void;
  /** The button. */
  children: ReactNode;
}

/** A button whose box has not been opened yet: a page has a dozen, so their code is loaded when one is used, or about to be. */
export function FirstUse<Code>({ opens, load, onLoaded, children }: FirstUseProps<Code>) {
  const open = () => void load().then(onLoaded);
  const ahead = () => void load();
  return (
    <Slot.Root
      aria-haspopup={opens}
      aria-expanded={false}
      data-state="closed"
      onPointerEnter={ahead}
      onFocus={ahead}
      onClick={open}
      onKeyDown={({ key }: KeyboardEvent) => opens === 'menu' && key === 'ArrowDown' && open()}
    >
      {children}
    </Slot.Root>
  );
}
