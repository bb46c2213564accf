// The period of a page's statistics, in its URL, and figures beside those of the period before.
import type { ComponentProps, ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { usePageUrl } from '@/components/listing/use-url';
import { Unloaded, Unread } from '@/components/shell/read-failure';
import { useMay } from '@/components/shell/session-context';
import { HistoryGap, useHistoryGap } from '@/components/shell/source-mark';
import { Choice } from '@/components/ui/chip';
import { classNames } from '@/components/ui/class-names';
import { Panel } from '@/components/ui/panel';
import { PlainLink } from '@/components/ui/plain-link';
import { Skeleton } from '@/components/ui/skeleton';
import { Fact, Facts } from '@/components/values/facts';
import { withPageKeys } from '@/lib/client/filter-url';
import {
  beforeAndNow,
  DEFAULT_PERIOD,
  periodOf,
  PERIOD_CHOICES,
  type Period,
  spansTo,
  type StatsName,
} from '@/lib/client/queries/run-statistics-query';
import { endpoints, type QueryInput } from '@/lib/contract/endpoints';
import { type PeriodName, PERIODS, type Span } from '@/lib/view/periods';
import { usePeriodEnd } from './use-period-end';

/** `end` is empty until the browser's clock is known. */
export function usePeriod(): { period: Period; label: string; end: string } {
  const requested = usePageUrl().search.get('period');
  const period = periodOf(requested);
  const end = usePeriodEnd();
  return { period, label: PERIODS[period].label.toLowerCase(), end };
}

/** Of a period before the history nothing is known, which is not zero: its statistics have no data. */
export function useIndexedData(span: Span) {
  const gap = useHistoryGap(span);
  return <Query extends object>(query: Query) =>
    gap === 'not indexed' ? { ...query, data: undefined } : query;
}

/** A statistic of the page's period, and that of the one before. `may`: the key may read it. */
export function usePeriodStats<Name extends StatsName>(name: Name, about: QueryInput<Name>) {
  const { period, label, end } = usePeriod();
  const may = useMay(endpoints[name].access);
  const [now, earlier] = beforeAndNow(name, period, end, about);
  const current = useQuery({ ...now, enabled: may && now.enabled });
  const before = useQuery({ ...earlier, enabled: may && earlier.enabled });
  const indexed = useIndexedData(spansTo(period, end).before);
  return { period, label, end, may, current, before: indexed(before) };
}

interface PeriodChoiceProps {
  period: PeriodName;
  options?: readonly { value: PeriodName; label: string }[];
  /** The period of a URL that names none. */
  initial?: PeriodName;
}

export function PeriodChoice(props: PeriodChoiceProps) {
  const { period, options = PERIOD_CHOICES, initial = DEFAULT_PERIOD } = props;
  const url = usePageUrl();
  const end = usePeriodEnd();
  return (
    <>
      {end !== '' && <HistoryGap span={spansTo(period, end).current} />}
      <Choice
        label="Period"
        value={period}
        options={options}
        onChange={(next) =>
          url.replace(withPageKeys(url.search, { period: next === initial ? undefined : next }))
        }
      />
    </>
  );
}

/** A figure of a group. */
export interface Figure<Group> {
  label: string;
  show: (group: Group) => ReactNode;
  /** Beside it, smaller: what it is a part of. */
  of?: (group: Group) => ReactNode;
  /** To the rows behind it. */
  href?: (group: Group) => string | null;
  /** Failures that need attention. `before`: undefined where there is no such group or it is not known. */
  isAlarming?: (group: Group, before: Group | undefined) => boolean;
}
export type Figures<Group> = readonly Figure<Group>[];

interface Answered<Group> {
  data: { groups: readonly Group[] } | undefined;
  error: Error | null;
}

/** An answer by hour or day, as its total. */
export function ofTotal<Group, Query extends { data: { total: Group | null } | undefined }>(query: Query) {
  const { data } = query;
  return { ...query, data: data && { groups: data.total === null ? [] : [data.total] } };
}

/** A figure of the period before. */
export function Earlier<Group>({
  query,
  show,
}: {
  query: Answered<Group>;
  show: (group: Group) => ReactNode;
}) {
  const { period, end } = usePeriod();
  const span = spansTo(period, end).before;
  const gap = useHistoryGap(span);
  const { data, error } = query;
  if (gap === 'not indexed') return <HistoryGap span={span} />;
  if (data === undefined) return <Unread error={error} />;
  const [group] = data.groups;
  return (
    <>
      {group === undefined ? 'none' : show(group)}
      <HistoryGap span={span} />
    </>
  );
}

interface PeriodFiguresProps<Group> {
  group: Group;
  figures: Figures<Group>;
  /** The same figures of the period before, shown below. */
  before: Answered<Group>;
  className?: string;
}

/** Figures of a period in large type, each above that of the period before. */
export function PeriodFigures<Group>({ group, figures, before, className }: PeriodFiguresProps<Group>) {
  return (
    <Facts className={className}>
      {figures.map(({ label, show, of, href, isAlarming }) => {
        const rows = href?.(group) ?? null;
        const looks = classNames(
          'text-lg font-semibold tracking-tight max-sm:mr-1',
          isAlarming?.(group, before.data?.groups[0]) === true && 'text-fail',
        );
        return (
          <Fact key={label} label={label}>
            {rows === null ? (
              <span className={looks}>{show(group)}</span>
            ) : (
              <PlainLink href={rows} className={classNames(looks, 'hover:underline')}>
                {show(group)}
              </PlainLink>
            )}
            {of !== undefined && <span className="ml-2 text-xs text-2">{of(group)}</span>}{' '}
            <span className="text-xs text-3 max-sm:inline-block sm:block">
              previous: <Earlier query={before} show={show} />
            </span>
          </Fact>
        );
      })}
    </Facts>
  );
}

interface PeriodPanelProps<Group> extends Omit<ComponentProps<typeof Panel>, 'children' | 'actions'> {
  period: Period;
  /** False where the page's head has the choice of the period. */
  hasChoice?: boolean;
  /** To the rows behind the figures, where the page's head has none. */
  link?: ReactNode;
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
  const { period, hasChoice = true, link, current, before, what, none, ...rest } = props;
  const { waitingClass, figures, children, ...panel } = rest;
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
          {hasChoice && <PeriodChoice period={period} />}
          {link}
        </>
      }
    >
      {current.data === undefined && <Unloaded query={current} what={what} waiting={waiting} />}
      {current.data !== undefined && group === undefined && <p className="px-3 py-2 text-2">{none}</p>}
      {group !== undefined && (
        <>
          <PeriodFigures
            group={group}
            figures={figures}
            before={before}
            className="my-0! rounded-none! border-0 border-b!"
          />
          {children(group)}
        </>
      )}
    </Panel>
  );
}
