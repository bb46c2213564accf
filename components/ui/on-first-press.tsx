'use client';
import { Slot } from 'radix-ui';
import { Suspense, useState, type ComponentType, type LazyExoticComponent, type ReactElement } from 'react';

interface OnFirstPressProps {
  /** The button as it stands before. */
  button: ReactElement;
  /** What takes its place when it is pressed, open from the start; it draws the same button. */
  Opened: LazyExoticComponent<ComponentType>;
}

/** A button whose menu is loaded when it is first pressed: most visits press few of them. */
export function OnFirstPress({ button, Opened }: OnFirstPressProps) {
  const [pressed, setPressed] = useState(false);
  const plain = (
    <Slot.Root aria-haspopup="menu" aria-expanded={false} onClick={() => setPressed(true)}>
      {button}
    </Slot.Root>
  );
  return pressed ? (
    <Suspense fallback={plain}>
      <Opened />
    </Suspense>
  ) : (
    plain
  );
}
