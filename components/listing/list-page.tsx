'use client';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import type { ComponentType, ReactNode } from 'react';
import { useMay } from '@/components/shell/session-context';
import { buttonClass } from '@/components/ui/button';
import { PageHeader } from '@/components/ui/page-header';
import { readFilters } from '@/lib/client/filter-url';
import type { ListingName, ParamsInput } from '@/lib/contract/endpoints';
import type { Scope } from '@/lib/contract/scopes';
import { groupDigits } from '@/lib/view/amount';
import type { StatsName } from '@/lib/view/analyze-measure';
import { analyzeList } from '@/lib/view/paths';
import { ListingTable, type ListingTableProps } from './listing-table';
import { usePageUrl } from './use-url';

/** A second view of a list page, beside the list. */
interface OtherView {
  /** The title of the list's own view. */
  first: string;
  /** Its name in the URL, `?tab=`. */
  tab: string;
  title: string;
  Shown: ComponentType;
  /** Without it, no link leads to the view. */
  scope?: Scope;
}

export interface ListPageProps<Name extends ListingName> extends Omit<
  ListingTableProps<Name>,
  'params' | 'header'
> {
  title: string;
  /** The number of rows in words. */
  noteOf?: (total: number) => string;
  /** What its rows are counted by on the Analyze page, which takes over the list's filters. */
  analysis?: { measure: string; by?: string; and?: string; period?: string; endpoint: StatsName };
  /** Below the title, above both views. */
  intro?: ReactNode;
  other?: OtherView;
}

function questionOf(
  { endpoint: name, ...question }: NonNullable<ListPageProps<ListingName>['analysis']>,
  search: URLSearchParams,
) {
  const {
    page_token: _token,
    page_size: _size,
    ...filters
  } = readFilters(name, search).query as Record<string, string>;
  return { ...question, ...filters };
}

/** A page that consists of a list, and perhaps of another view of it. */
export function ListPage<Name extends ListingName>(props: ListPageProps<Name>) {
  const { title, noteOf = groupDigits, intro, other, analysis, ...list } = props;
  const path = usePathname() ?? '';
  const noun = list.noun.singular;
  const { search } = usePageUrl();
  const isOther = search.get('tab') === other?.tab && other !== undefined;
  const mayOther = useMay(other?.scope ?? null);
  const head = (total: number | null, actions?: ReactNode) => (
    <>
      <PageHeader
        title={title}
        note={total === null ? undefined : noteOf(total)}
        actions={
          <>
            {analysis !== undefined && !isOther && (
              <Link
                className={buttonClass()}
                href={analyzeList(questionOf(analysis, search))}
                prefetch={false}
              >
                Analyze
              </Link>
            )}
            {actions}
          </>
        }
      />
      {intro}
      {other !== undefined && (mayOther || isOther) && (
        <ViewTabs
          label={`${noun.charAt(0).toUpperCase()}${noun.slice(1)} views`}
          views={[
            { title: other.first, href: path, current: !isOther },
            { title: other.title, href: `${path}?tab=${other.tab}`, current: isOther },
          ]}
        />
      )}
    </>
  );
  if (isOther)
    return (
      <>
        {head(null)}
        <other.Shown />
      </>
    );
  // Lists with pages of their own have no path parameters.
  return <ListingTable {...list} params={{} as ParamsInput<Name>} header={head} />;
}

interface ViewTabsProps {
  label: string;
  views: readonly { title: string; href: string; current: boolean; count?: number | undefined }[];
  children?: ReactNode;
}

/** Views of one list, each with its address; `children` are at the right end. */
export function ViewTabs({ label, views, children }: ViewTabsProps) {
  return (
    <nav aria-label={label} className="mb-3 flex flex-wrap items-center gap-x-[18px] border-b border-line">
      {views.map(({ title, href, current, count }) => (
        <Link
          key={title}
          href={href}
          prefetch={false}
          aria-current={current ? 'true' : undefined}
          className="border-b-2 border-transparent py-[7px] text-2 hover:text-text aria-[current]:border-accent aria-[current]:text-text"
        >
          {title}
          {count !== undefined && <span className="ml-1.5 text-3">{groupDigits(count)}</span>}
        </Link>
      ))}
      {children}
    </nav>
  );
}
