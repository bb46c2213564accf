'use client';
import { ChevronLeft, ChevronRight, ChevronsLeft } from 'lucide-react';
import { Button, IconButton } from '@/components/ui/button';
import { Select } from '@/components/ui/field';

interface PagerProps {
  range: string;
  size: number;
  atStart: boolean;
  atEnd: boolean;
  /** Says that the window is pinned, and when. */
  pinned: boolean;
  onFirst: () => void;
  onBefore: () => void;
  onNext: () => void;
  onSize: (size: number) => void;
}

const SIZES = [20, 50, 100];

/** Where in the listing the rows are, and the way to the others. */
export function Pager(props: PagerProps) {
  const { range, size, atStart, atEnd, pinned, onFirst, onBefore, onNext, onSize } = props;
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
      </span>
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
