'use client';
import { cloneElement, type ComponentProps, type ReactElement } from 'react';

/** A button without handlers and state of its own. */
export type Trigger = ReactElement<ComponentProps<'button'>>;

interface FirstUseProps<Code> {
  opens: 'menu' | 'dialog';
  load: () => Promise<Code>;
  onLoaded: (code: Code) => void;
  children: Trigger;
}

/** A button whose box has not been opened yet: a page has a dozen, so their code is loaded when one is used, or about to be. */
export function FirstUse<Code>({ opens, load, onLoaded, children }: FirstUseProps<Code>) {
  const open = () => void load().then(onLoaded);
  const ahead = () => void load();
  return cloneElement(children, {
    'aria-haspopup': opens,
    'aria-expanded': false,
    'data-state': 'closed',
    onPointerEnter: ahead,
    onFocus: ahead,
    onClick: open,
    onKeyDown: ({ key }) => opens === 'menu' && key === 'ArrowDown' && open(),
  } as ComponentProps<'button'>);
}
