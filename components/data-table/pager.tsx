'use client';
import { ChevronLeft, ChevronRight, ChevronsLeft } from 'lucide-react';
import { Button, IconButton } from '@/components/ui/button';
import { Select } from '@/components/ui/field';
import { MAX_ROWS } from '@/lib/client/queries/all-pages-query';
import { MAX_PAGE_SIZE } from '@/lib/contract/query-params';
import { counted } from '@/lib/view/amount';

interface PagerProps {
  range: string;
  /** What the sorting covers; null without one. */
  sorted: 'list' | 'page' | null;
  total: number | null;
  size: number;
  atStart: boolean;
  atEnd: boolean;
  onFirst: () => void;
  onBefore: () => void;
  onNext: () => void;
  onSize: (size: number) => void;
  /** Undefined while it is running. */
  onLoadAll: (() => void) | undefined;
}

const SIZES = [20, 50, 100];

/** Which rows of the list are shown, and the way to the others. */
export function Pager(props: PagerProps) {
  const { range, sorted, total, size, atStart, atEnd, onFirst, onBefore, onNext, onSize, onLoadAll } = props;
  const requests = Math.ceil((total ?? 0) / MAX_PAGE_SIZE);
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
      <IconButton label="First page" onClick={onFirst} disabled={atStart}>
        <ChevronsLeft size={15} aria-hidden />
      </IconButton>
      <Button onClick={onBefore} disabled={atStart}>
        <ChevronLeft size={14} aria-hidden />
        {sorted === 'list' ? 'Previous' : 'Newer'}
      </Button>
      <Button onClick={onNext} disabled={atEnd}>
        {sorted === 'list' ? 'Next' : 'Older'}
        <ChevronRight size={14} aria-hidden />
      </Button>
    </nav>
  );
}
