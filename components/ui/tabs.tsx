'use client';
import { Tabs as Radix } from 'radix-ui';
import {
  type ComponentProps,
  createContext,
  type ReactNode,
  startTransition,
  use,
  useDeferredValue,
  useEffect,
  useId,
  useState,
} from 'react';
import { classNames } from './class-names';

interface OpenTab {
  value: string;
  /** Open since the tabs were mounted. */
  isInitial: boolean;
  /** Prefix of the ids of tabs and panels. */
  id: string;
}

const OpenTabContext = createContext<OpenTab>({ value: '', isInitial: true, id: '' });

interface TabsProps extends ComponentProps<typeof Radix.Root> {
  value: string;
}

/** Controlled tabs: the page keeps the active one in the URL. */
export function Tabs(props: TabsProps) {
  const { value } = props;
  const id = useId();
  const [initial, setInitial] = useState<string | null>(value);
  if (initial !== null && initial !== value) setInitial(null);
  return (
    <OpenTabContext value={{ value, isInitial: initial !== null, id }}>
      <Radix.Root {...props} />
    </OpenTabContext>
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
  const { id } = use(OpenTabContext);
  return (
    <Radix.Trigger
      id={`${id}-tab-${rest.value}`}
      aria-controls={`${id}-panel-${rest.value}`}
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

/** The lower part of a tab, which takes a task of its own when the tab is opened. */
export function AfterOpening({ children }: { children: ReactNode }) {
  const { isInitial } = use(OpenTabContext);
  const [isShown, setShown] = useState(isInitial);
  useEffect(() => {
    startTransition(() => setShown(true));
  }, []);
  return isShown ? children : null;
}

/** Not Radix's: that renders a panel again before it closes, and computes the styles of the whole page when one opens. */
export function TabPanel({ value, children }: { value: string; children: ReactNode }) {
  const open = use(OpenTabContext);
  const isOpen = open.value === value;
  return (
    <div
      role="tabpanel"
      id={`${open.id}-panel-${value}`}
      aria-labelledby={`${open.id}-tab-${value}`}
      tabIndex={0}
      hidden={!isOpen}
    >
      {isOpen && <Opened immediate={open.isInitial}>{children}</Opened>}
    </div>
  );
}
