import { classNames } from './class-names';

/** A grey placeholder; give it the size of what replaces it. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={classNames('skeleton inline-block align-middle', className ?? 'h-3.5 w-24')}
    />
  );
}
