// The period of a page's statistics, in its URL, and figures beside those of the period before.
import type { ComponentProps, ReactNode } from 'react';
import { usePageUrl } from '@/components/listing/use-url';
import { Unloaded, Unread } from '@/components/shell/read-failure';
import { Choice } from '@/components/ui/chip';
import { Panel } from '@/components/ui/panel';
import { Skeleton } from '@/components/ui/skeleton';
import { Fact, Facts } from '@/components/values/facts';
import { useNowValue } from '@/components/values/now';
import { withPageKeys } from '@/lib/client/filter-url';
import {
  DEFAULT_PERIOD,
  periodEnd,
  periodOf,
  PERIODS,
  type Period,
} from '@/lib/client/queries/run-statistics-query';

/** `end` is empty until the browser's clock is known. */
export function usePeriod(): { period: Period; label: string; end: string } {
  const requested = usePageUrl().search.get('period');
  const { value, label } = periodOf(requested);
  const end = useNowValue((now) => (now === null ? '' : periodEnd(now)));
  return { period: value, label, end };
}

export function PeriodChoice({ period }: { period: Period }) {
  const url = usePageUrl();
  return (
    <Choice
      label="Period"
      value={period}
      options={PERIODS}
      onChange={(next) =>
        url.replace(withPageKeys(url.search, { period: next === DEFAULT_PERIOD.value ? undefined : next }))
      }
    />
  );
}

/** Figures of a group, by their names. */
export type Figures<Group> = readonly { label: string; show: (group: Group) => ReactNode }[];

interface Answered<Group> {
  data: { groups: readonly Group[] } | undefined;
  error: Error | null;
}

/** A figure of the period before. */
function Earlier<Group>({ query, show }: { query: Answered<Group>; show: (group: Group) => ReactNode }) {
  const { data, error } = query;
  if (data === undefined) return <Unread error={error} />;
  const [group] = data.groups;
  return group === undefined ? 'none' : show(group);
}

interface FigureFactsProps<Group> {
  group: Group;
  figures: Figures<Group>;
  /** The same figures of the period before, shown below. */
  before: Answered<Group>;
}

/** A panel's first row: its figures in large type. */
function FigureFacts<Group>({ group, figures, before }: FigureFactsProps<Group>) {
  return (
    <Facts className="my-0! rounded-none! border-0 border-b!">
      {figures.map(({ label, show }) => (
        <Fact key={label} label={label}>
          <span className="text-lg font-semibold tracking-tight">{show(group)}</span>
          <span className="ml-2 text-xs text-3 sm:ml-0 sm:block">
            previous: <Earlier query={before} show={show} />
          </span>
        </Fact>
      ))}
    </Facts>
  );
}

interface PeriodPanelProps<Group> extends Omit<ComponentProps<typeof Panel>, 'children' | 'actions'> {
  period: Period;
  /** To the rows behind the figures. */
  link: ReactNode;
  current: Answered<Group> & { refetch: () => unknown };
  before: Answered<Group>;
  /** What couldn't be loaded. */
  what: string;
  none: string;
  /** Its height while it is loading. */
  waitingClass: string;
  figures: Figures<Group>;
  children: (group: Group) => ReactNode;
}

/** Statistics of a period beside those of the period before, and what explains them. */
export function PeriodPanel<Group>(props: PeriodPanelProps<Group>) {
  const { period, link, current, before, what, none, waitingClass, figures, children, ...panel } = props;
  const waiting = (
    <div className={`p-3 ${waitingClass}`}>
      <Skeleton className="block h-full w-full" />
    </div>
  );
  const group = current.data?.groups[0];
  return (
    <Panel
      {...panel}
      actions={
        <>
          <PeriodChoice period={period} />
          {link}
        </>
      }
    >
      {current.data === undefined && <Unloaded query={current} what={what} waiting={waiting} />}
      {current.data !== undefined && group === undefined && <p className="px-3 py-2 text-2">{none}</p>}
      {group !== undefined && (
        <>
          <FigureFacts group={group} figures={figures} before={before} />
          {children(group)}
        </>
      )}
    </Panel>
  );
}
