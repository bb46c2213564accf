'use client';
import { ChevronLeft, ChevronRight, ChevronsLeft } from 'lucide-react';
import { Button, IconButton } from '@/components/ui/button';
import { Select } from '@/components/ui/field';
import { counted } from '@/lib/view/counted';

interface PagerProps {
  range: string;
  /** The rows stand in another order than the index's. */
  sorted: boolean;
  total: number | null;
  size: number;
  atStart: boolean;
  atEnd: boolean;
  /** Says that the window is pinned, and when. */
  pinned: boolean;
  onFirst: () => void;
  onBefore: () => void;
  onNext: () => void;
  onSize: (size: number) => void;
  /** Reads every row, so that all of them can be sorted. */
  onWhole: () => void;
}

/** The most rows an answer holds: what all of them cost is told in requests. */
const ROWS_A_REQUEST = 100;
/** More than this is not read in one go. */
const MOST_ROWS = 10_000;
const SIZES = [20, 50, 100];

/** Where in the listing the rows are, and the way to the others. */
export function Pager(props: PagerProps) {
  const { range, sorted, total, size, atStart, atEnd, pinned, onFirst, onBefore, onNext, onSize, onWhole } =
    props;
  const requests = Math.ceil((total ?? 0) / ROWS_A_REQUEST);
  const sizes = SIZES.includes(size) ? SIZES : [size, ...SIZES];
  return (
    <nav aria-label="Pages of the table" className="flex flex-wrap items-center gap-2 pt-2.5 text-2">
      <span className="mr-auto">
        {range}
        {pinned && (
          <span className="text-3" data-tip="Rows that arrive now do not push these from page to page.">
            {' '}
            · window held still
          </span>
        )}
        {sorted && <span className="text-3"> · sorted: only the loaded rows</span>}
      </span>
      {total !== null && total <= MOST_ROWS && (
        <Button
          size="small"
          tone="quiet"
          data-tip={`Reads all ${counted(total, 'row')} with ${counted(requests, 'request')}; then sorting sorts all of them.`}
          onClick={onWhole}
        >
          Read all
        </Button>
      )}
      <label className="flex items-center gap-1.5 whitespace-nowrap text-3">
        rows a page
        <span className="w-16">
          <Select value={size} onChange={(event) => onSize(Number(event.target.value))}>
            {sizes.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </Select>
        </span>
      </label>
      <IconButton label="First page" onClick={onFirst} disabled={atStart}>
        <ChevronsLeft size={15} aria-hidden />
      </IconButton>
      <Button onClick={onBefore} disabled={atStart}>
        <ChevronLeft size={14} aria-hidden />
        Newer
      </Button>
      <Button onClick={onNext} disabled={atEnd}>
        Older
        <ChevronRight size={14} aria-hidden />
      </Button>
    </nav>
  );
}
