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

interface ShowNextProps {
  remaining: number;
  /** How many the button shows. */
  step: number;
  onMore: () => void;
}

/** How many are not shown, once: where the button shows all of them, it says so. */
export function ShowNext({ remaining, step, onMore }: ShowNextProps) {
  return (
    <>
      {remaining > step && `${groupDigits(remaining)} more`}
      <Button size="small" onClick={onMore}>
        Show {Math.min(remaining, step)} more
      </Button>
    </>
  );
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
