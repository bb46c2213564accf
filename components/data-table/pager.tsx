'use client';
import { ChevronLeft, ChevronRight, ChevronsLeft } from 'lucide-react';
import { Button, IconButton } from '@/components/ui/button';
import { Select } from '@/components/ui/field';
import { MAX_ROWS } from '@/lib/client/queries/all-pages-query';
import { requestsFor, storedLargestPage } from '@/lib/client/page-size';
import { useLocalStorage } from '@/lib/client/use-local-storage';
import { counted } from '@/lib/view/amount';
import type { RowOrder } from '@/lib/view/row-order';

interface PagerProps {
  range: string;
  /** What the sorting covers; null without one. */
  sorted: 'list' | 'page' | null;
  total: number | null;
  size: number;
  /** Of the rows by time; null where they show none. */
  order: RowOrder | null;
  first: boolean;
  onFirst: () => void;
  /** Undefined where the page before is not known. */
  onBefore: (() => void) | undefined;
  /** Undefined at the end. */
  onNext: (() => void) | undefined;
  onSize: (size: number) => void;
  /** Undefined while it is running. */
  onLoadAll: (() => void) | undefined;
}

const SIZES = [20, 50, 100];

/** Which rows of the list are shown, and the way to the others. */
export function Pager(props: PagerProps) {
  const { range, sorted, total, size, order, first, onFirst, onBefore, onNext, onSize, onLoadAll } = props;
  const isNewestFirst = order === 'newest first';
  const largest = useLocalStorage(storedLargestPage);
  const requests = requestsFor(total ?? 0, largest);
  const sizes = SIZES.includes(size) ? SIZES : [size, ...SIZES];
  return (
    <nav aria-label="Pagination" className="flex flex-wrap items-center gap-2 pt-2.5 text-2 print:hidden">
      <span className="mr-auto">
        {range}
        {sorted !== null && (
          <span className="text-3">
            {' '}
            · sorting covers {sorted === 'list' ? 'the whole list' : 'this page only'}
          </span>
        )}
      </span>
      {total !== null && total <= MAX_ROWS && onLoadAll !== undefined && (
        <Button
          size="small"
          tone="quiet"
          data-tip={`Loads all ${counted(total, 'row')} with ${counted(requests, 'request')}, so that sorting covers all of them`}
          onClick={onLoadAll}
        >
          Load all
        </Button>
      )}
      <label className="flex items-center gap-1.5 whitespace-nowrap text-3">
        Rows per page
        <span className="w-16">
          <Select value={size} onChange={(event) => onSize(Number(event.target.value))}>
            {sizes.map((choice) => (
              <option key={choice}>{choice}</option>
            ))}
          </Select>
        </span>
      </label>
      <IconButton label="First page" onClick={onFirst} disabled={first}>
        <ChevronsLeft size={15} aria-hidden />
      </IconButton>
      <Button onClick={onBefore} disabled={onBefore === undefined}>
        <ChevronLeft size={14} aria-hidden />
        {isNewestFirst ? 'Newer' : 'Previous'}
      </Button>
      <Button onClick={onNext} disabled={onNext === undefined}>
        {isNewestFirst ? 'Older' : 'Next'}
        <ChevronRight size={14} aria-hidden />
      </Button>
    </nav>
  );
}
