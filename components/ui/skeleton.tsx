import { classNames } from './class-names';

/** A grey place holder; give it the height and width of what will stand there. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={classNames('skeleton inline-block align-middle', className ?? 'h-3.5 w-24')}
    />
  );
}
