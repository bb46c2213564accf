'use client';
import { Tabs as Radix } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names';

/** Tabs whose chosen value the page keeps in the URL: pass `value` and `onValueChange`. */
export function Tabs(props: ComponentProps<typeof Radix.Root>) {
  return <Radix.Root {...props} />;
}

export function TabList({ className, ...rest }: ComponentProps<typeof Radix.List>) {
  return (
    <Radix.List
      className={classNames(
        'mb-3 flex gap-[18px] overflow-x-auto border-b border-line [scrollbar-width:none]',
        className,
      )}
      {...rest}
    />
  );
}

interface TabProps extends ComponentProps<typeof Radix.Trigger> {
  /** How many things are behind the tab, where that is known. */
  count?: ReactNode;
}

export function Tab({ count, className, children, ...rest }: TabProps) {
  return (
    <Radix.Trigger
      className={classNames(
        // The list scrolls sideways, which would cut a ring around the tab: it is drawn inside.
        'shrink-0 border-b-2 border-transparent py-[7px] whitespace-nowrap text-2 -outline-offset-2 hover:text-text',
        'data-[state=active]:border-accent data-[state=active]:text-text',
        className,
      )}
      {...rest}
    >
      {children}
      {count !== undefined && <span className="ml-1.5 text-3">{count}</span>}
    </Radix.Trigger>
  );
}

export function TabPanel(props: ComponentProps<typeof Radix.Content>) {
  return <Radix.Content {...props} />;
}
