'use client';
import { useState } from 'react';
import { FirstUse } from './first-use';
import type { PopoverProps } from './popover-box';

const load = () => import('./popover-box');
type Parts = Awaited<ReturnType<typeof load>>;

/** A small box beside its button, for a control or two. */
export function Popover(props: PopoverProps) {
  const [parts, setParts] = useState<Parts | null>(null);
  const open = (loaded: Parts) => {
    setParts(loaded);
    props.onOpenChange?.(true);
  };
  if (parts !== null) return <parts.PopoverBox {...props} />;
  return (
    <FirstUse opens="dialog" load={load} onLoaded={open}>
      {props.trigger}
    </FirstUse>
  );
}
