'use client';
import { Tabs as Radix } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names';

/** Controlled tabs: the page keeps the active one in the URL. */
export const Tabs = Radix.Root;

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
  count?: ReactNode;
}

export function Tab({ count, className, children, ...rest }: TabProps) {
  return (
    <Radix.Trigger
      className={classNames(
        // The focus ring is drawn inside: the scrolling list would clip it.
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

export const TabPanel = Radix.Content;
