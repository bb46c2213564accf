'use client';
import type { IdFamily } from '@/lib/view/paths';
import { Id } from './id';
import { useLabel, WithoutLabels } from './label-context';

interface TitledIdProps {
  value: string | null;
  family: IdFamily;
  reason: string;
  /** What the object is, in words; null where nothing says so. */
  title: string | null;
}

/** An id after the words that say what it is, cut to one line; the reader's own label replaces them. Its cell is a wide one. */
export function TitledId({ title, ...id }: TitledIdProps) {
  const words = useLabel(id.value ?? '') ?? title;
  if (words === null) return <Id {...id} />;
  return (
    <span className="titled-id inline-flex max-w-full items-baseline gap-x-2">
      <span className="truncate" data-tip={words}>
        {words}
      </span>
      <WithoutLabels>
        <Id {...id} className="text-3" />
      </WithoutLabels>
    </span>
  );
}
