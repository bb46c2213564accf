import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { groupDigits } from '@/lib/view/amount';

interface ShowMoreProps {
  shown: number;
  total: number;
  /** `values` */
  noun: string;
  onMore: () => void;
  className?: string;
}

/** Below a list that is shown in part; nothing once all of it is shown. */
export function ShowMore({ shown, total, noun, onMore, className }: ShowMoreProps) {
  if (shown >= total) return null;
  return (
    <p className={classNames('flex items-center gap-2 text-3', className)}>
      {groupDigits(shown)} of {groupDigits(total)} {noun}
      <Button size="small" onClick={onMore}>
        Show more
      </Button>
    </p>
  );
}
