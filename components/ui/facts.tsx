import type { ReactNode } from 'react';
import { classNames } from './class-names';

/** Where six stand in a row, seven are four and three, and thirteen five, five and three: none is left alone in the last row. */
const EVEN =
  'sm:max-[1560px]:[&:has(>:nth-child(7):last-child)>*]:basis-[max(188px,25%-1px)] sm:max-[1560px]:[&:has(>:nth-child(13):last-child)>*]:basis-[max(188px,20%-1px)]';

/** The strip of named values under a page's title. Each Fact is one cell; they wrap into rows on narrow screens. */
export function Facts({ children, className }: { children: ReactNode; className?: string }) {
  return (
    // The cells draw their lines by a gap of one pixel over a ground of the line's colour, and the last row's cells
    // grow to its end: any number of cells wraps well at any width.
    <dl
      className={classNames(
        'my-3.5 flex flex-wrap gap-px overflow-hidden rounded-md border border-line bg-line',
        EVEN,
        className,
      )}
    >
      {children}
    </dl>
  );
}

export function Fact({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    // Wide enough for a date with its zone; on a phone a line of its own, the name before the value.
    <div className="flex min-w-0 basis-full items-baseline gap-3 bg-surface px-3 py-1.5 sm:block sm:flex-[1_0_188px] sm:py-2">
      <dt className="w-32 shrink-0 text-2xs text-3 sm:w-auto">{label}</dt>
      {/* Room around the value, so that cutting long ones does not cut the ring of a link in focus. */}
      <dd className="min-w-0 break-words sm:-m-1 sm:truncate sm:p-1">{children}</dd>
    </div>
  );
}
