import type { IdFamily } from '@/lib/view/paths';
import { Id } from './id';

interface TitledIdProps {
  value: string;
  family: IdFamily;
  reason: string;
  /** What the object is, in words; null where nothing says so. */
  title: string | null;
}

/** An id after the words that say what it is, cut to one line. */
export function TitledId({ title, ...id }: TitledIdProps) {
  if (title === null) return <Id {...id} />;
  return (
    <span className="inline-flex max-w-full items-baseline gap-2">
      <span className="max-w-52 truncate" data-tip={title}>
        {title}
      </span>
      <Id {...id} className="text-3" />
    </span>
  );
}
