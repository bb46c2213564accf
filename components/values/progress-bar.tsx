import { groupDigits } from '@/lib/view/amount';

interface ProgressBarProps {
  label: string;
  /** Null while it is not known. */
  done: number | null;
  of: number | null;
}

/** Progress as a bar and in figures. */
export function ProgressBar({ label, done, of }: ProgressBarProps) {
  const isDeterminate = done !== null && of !== null && of > 0;
  return (
    <span className="inline-flex items-center gap-2">
      <progress
        aria-label={label}
        className="h-1.5 w-40 accent-(--color-accent)"
        {...(isDeterminate && { value: done, max: of })}
      />
      {isDeterminate && (
        <span className="text-3">
          {groupDigits(done)} of {groupDigits(of)}
        </span>
      )}
    </span>
  );
}
