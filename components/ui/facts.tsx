import type { ReactNode } from 'react';
import { classNames } from './class-names';

/** The strip of named values under a page's title. Each Fact is one cell; they wrap into rows on narrow screens. */
export function Facts({ children, className }: { children: ReactNode; className?: string }) {
  return (
    // The cells draw their lines by a gap of one pixel over a ground of the line's colour, so any number wraps well.
    <dl
      className={classNames(
        'my-3.5 grid grid-cols-[repeat(auto-fit,minmax(150px,1fr))] gap-px overflow-hidden rounded-md border border-line bg-line',
        className,
      )}
    >
      {children}
    </dl>
  );
}

export function Fact({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className="min-w-0 bg-surface px-3 py-2">
      <dt className="text-2xs text-3">{label}</dt>
      <dd className="min-w-0 truncate">{children}</dd>
    </div>
  );
}
