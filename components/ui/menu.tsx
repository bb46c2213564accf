'use client';
import { useState, type ReactNode } from 'react';
import { FirstUse, type Trigger } from './first-use';

const load = () => import('./menu-box');
export type MenuParts = Awaited<ReturnType<typeof load>>;

interface MenuProps {
  trigger: Trigger;
  /** The items, of the parts that are loaded with the first use. */
  children: (parts: MenuParts) => ReactNode;
  align?: 'start' | 'end';
  onOpen?: () => void;
}

export function Menu({ trigger, children, align = 'end', onOpen }: MenuProps) {
  const [parts, setParts] = useState<MenuParts | null>(null);
  const open = (loaded: MenuParts) => {
    setParts(loaded);
    onOpen?.();
  };
  if (parts === null)
    return (
      <FirstUse opens="menu" load={load} onLoaded={open}>
        {trigger}
      </FirstUse>
    );
  return (
    <parts.MenuBox trigger={trigger} align={align} onOpen={onOpen}>
      {children(parts)}
    </parts.MenuBox>
  );
}
