import type { ReactNode } from 'react';
import { classNames } from './class-names';

/** The strip of named values under a page's title. Each Fact is one cell; they wrap into rows on narrow screens. */
export function Facts({ children, className }: { children: ReactNode; className?: string }) {
  return (
    // The cells draw their lines by a gap of one pixel over a ground of the line's colour, and the last row's cells
    // grow to its end: any number of cells wraps well at any width.
    <dl
      className={classNames(
        'my-3.5 flex flex-wrap gap-px overflow-hidden max-sm:grid-cols-1 rounded-md border border-line bg-line',
        className,
      )}
    >
      {children}
    </dl>
  );
}

export function Fact({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className="min-w-0 flex-[1_0_152px] bg-surface px-3 py-2">
      <dt className="text-2xs text-3 max-sm:w-32 max-sm:shrink-0">{label}</dt>
      <dd className="min-w-0 sm:truncate">{children}</dd>
    </div>
  );
}
