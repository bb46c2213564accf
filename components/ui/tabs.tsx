'use client';
import { Tabs as Radix } from 'radix-ui';
import { type ComponentProps, createContext, type ReactNode, use, useDeferredValue, useState } from 'react';
import { classNames } from './class-names';

/** The tab that was open when the tabs were mounted, until another is. */
const InitialTab = createContext<string | null>(null);

/** Controlled tabs: the page keeps the active one in the URL. */
export function Tabs(props: ComponentProps<typeof Radix.Root>) {
  const { value = null } = props;
  const [initial, setInitial] = useState(value);
  if (initial !== null && initial !== value) setInitial(null);
  return (
    <InitialTab value={initial}>
      <Radix.Root {...props} />
    </InitialTab>
  );
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

/** A tab that is opened shows at once that it is; React then renders what it holds in steps that can be interrupted. */
function Opened({ immediate, children }: { immediate: boolean; children: ReactNode }) {
  return useDeferredValue(true, immediate) ? children : null;
}

export function TabPanel({ children, ...rest }: ComponentProps<typeof Radix.Content>) {
  const isInitial = use(InitialTab) === rest.value;
  return (
    <Radix.Content {...rest}>
      <Opened immediate={isInitial}>{children}</Opened>
    </Radix.Content>
  );
}
