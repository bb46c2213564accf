// The period of a page's statistics, in its URL, and figures beside those of the period before.
import type { ReactNode } from 'react';
import { usePageUrl } from '@/components/listing/use-url';
import { reasonOf } from '@/components/shell/failure';
import { Choice } from '@/components/ui/chip';
import { Fact } from '@/components/values/facts';
import { Maybe } from '@/components/values/maybe';
import { useOfNow } from '@/components/values/now';
import { withPageKeys } from '@/lib/client/filters';
import {
  DEFAULT_PERIOD,
  periodEnd,
  periodOf,
  PERIODS,
  type Period,
} from '@/lib/client/queries/run-statistics-query';

/** `end` is empty until the browser's clock is known. */
export function usePeriod(): { period: Period; label: string; end: string } {
  const asked = usePageUrl().search.get('period');
  const { value, label } = periodOf(asked);
  const end = useOfNow((now) => (now === null ? '' : periodEnd(now)));
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

export interface PeriodFigureProps<Group> {
  label: string;
  now: Group;
  /** Null: nothing in that period; undefined: being read. */
  before: Group | Error | null | undefined;
  show: (group: Group) => ReactNode;
}

/** A figure of this period, and the same of the period before. */
export function PeriodFigure<Group>({ label, now, before, show }: PeriodFigureProps<Group>) {
  return (
    <Fact label={label}>
      <span className="text-lg font-semibold tracking-tight">{show(now)}</span>
      <span className="ml-2 text-xs text-3 sm:ml-0 sm:block">
        previous: {before === undefined && '…'}
        {before === null && 'none'}
        {before instanceof Error && <Maybe value={null} reason={reasonOf(before)} />}
        {before && !(before instanceof Error) && show(before)}
      </span>
    </Fact>
  );
}

/** The first group of the period before, as PeriodFigure takes it. */
export function earlierGroup<Group>(query: {
  data: { groups: readonly Group[] } | undefined;
  error: Error | null;
}): PeriodFigureProps<Group>['before'] {
  return query.data === undefined ? (query.error ?? undefined) : (query.data.groups[0] ?? null);
}
