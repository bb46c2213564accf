'use client';
import type { IdFamily } from '@/lib/view/paths';
import { classNames } from '@/components/ui/class-names';
import { Id } from './id';
import { useLabel, WithoutLabels } from './labels';

interface TitledIdProps {
  value: string;
  family: IdFamily;
  reason: string;
  /** What the object is, in words; null where nothing says so. */
  title: string | null;
  /** In a table of half a page's width. */
  short?: boolean;
}

/** An id after the words that say what it is, cut to one line; the reader's own label replaces them. */
export function TitledId({ title, short = false, ...id }: TitledIdProps) {
  const words = useLabel(id.value) ?? title;
  if (words === null) return <Id {...id} />;
  return (
    <span className="inline-flex max-w-full items-baseline gap-2">
      <span
        className={classNames('truncate', short ? 'max-w-52 md:max-2xl:max-w-36' : 'max-w-52')}
        data-tip={words}
      >
        {words}
      </span>
      <WithoutLabels>
        <Id {...id} className="text-3" />
      </WithoutLabels>
    </span>
  );
}
