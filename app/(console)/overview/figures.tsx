'use client';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { ignoredReason, reasonOf } from '@/components/shell/failure';
import { useSession } from '@/components/shell/session-context';
import { classNames } from '@/components/ui/class-names';
import { Skeleton } from '@/components/ui/skeleton';
import { Age } from '@/components/values/age';
import { Maybe } from '@/components/values/maybe';
import { useFilterCheck } from '@/lib/client/use-filter-check';
import { endpoints } from '@/lib/contract/endpoints';
import { groupDigits } from '@/lib/view/amount';
import { countIn, figureQuery, LISTS, STATES, TOTALS, totalsQuery, type Figure } from './overview-queries';

/** A count with its age once it is older than its refresh interval; from the lists where the index has no totals. */
function FigureValue({ figure }: { figure: Figure }) {
  const options = totalsQuery();
  const { data, error, dataUpdatedAt } = useQuery(options);
  const count = data && countIn(data, figure);
  if (count !== undefined)
    return (
      <>
        {groupDigits(count)} <Age at={dataUpdatedAt} after={options.staleTime} />
      </>
    );
  return data === undefined && error === null ? (
    <Skeleton className="h-4 w-12" />
  ) : (
    <ListFigure figure={figure} />
  );
}

function ListFigure({ figure }: { figure: Figure }) {
  const { name, filters } = figure;
  const options = figureQuery(figure);
  const { data, error, dataUpdatedAt } = useQuery(options);
  const check = useFilterCheck(name, {}, filters, data ?? null);
  const reason = error !== null && data === undefined ? reasonOf(error) : ignoredReason(check);
  if (reason !== null)
    return (
      <span className="text-sm font-normal tracking-normal">
        <Maybe value={null} reason={reason} />
      </span>
    );
  if (check.total === null) return <Skeleton className="h-4 w-12" />;
  return (
    <>
      {groupDigits(check.total)} <Age at={dataUpdatedAt} after={options.staleTime} />
    </>
  );
}

interface StripProps {
  label: string;
  figures: readonly Figure[];
  className: string;
}

/** Figures in a line or two; each leads to its rows. */
function Strip({ label, figures, className }: StripProps) {
  return (
    <ul
      aria-label={label}
      className={classNames(
        'mb-3.5 grid gap-px overflow-hidden rounded-md border border-line bg-line',
        className,
      )}
    >
      {figures.map((figure) => (
        <li key={figure.title} className="bg-surface last:odd:max-sm:col-span-2">
          <Link
            href={LISTS[figure.name].page(figure.filters)}
            prefetch={false}
            className="flex items-baseline justify-between gap-2 px-3 py-1.5 -outline-offset-2 hover:bg-surface-2"
          >
            <span className="text-xs text-3">{figure.title}</span>
            <span className="h-5 font-semibold tracking-tight">
              <FigureValue figure={figure} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** The number of everything. */
export function Totals() {
  return <Strip label="Totals" figures={TOTALS} className="grid-cols-2 sm:grid-cols-4 xl:grid-cols-8" />;
}

/** What is in progress and what went wrong. */
export function States() {
  const { scopes } = useSession();
  const shown = STATES.filter(({ name }) => scopes.includes(endpoints[name].access));
  if (shown.length === 0) return null;
  return <Strip label="Current states" figures={shown} className="grid-cols-2 md:grid-cols-5" />;
}
