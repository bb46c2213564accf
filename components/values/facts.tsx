import type { ReactNode } from 'react';
import { classNames } from '@/components/ui/class-names';
import { Term } from './term';

/** Five facts wrap as three and two, six as three and three, seven as four and three, eight as four and four, thirteen as five, five and three. */
const EVEN =
  'sm:max-[1192px]:[&:has(>:nth-child(5):last-child)>*]:basis-[max(188px,33.3%-1px)] sm:max-[1390px]:[&:has(>:nth-child(6):last-child)>*]:basis-[max(188px,33.3%-1px)] sm:max-[1560px]:[&:has(>:nth-child(7):last-child)>*]:basis-[max(188px,25%-1px)] sm:max-[1760px]:[&:has(>:nth-child(8):last-child)>*]:basis-[max(188px,25%-1px)] sm:max-[1560px]:[&:has(>:nth-child(13):last-child)>*]:basis-[max(188px,20%-1px)]';

/** The strip of named values under a page's title. */
export function Facts({ children, className }: { children: ReactNode; className?: string | undefined }) {
  return (
    // Borders are 1 px gaps over a line-coloured background, so any number of cells wraps cleanly.
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

/** One named value; a label that is a glossary term is explained on hover. */
export function Fact({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    // Wide enough for a date with its zone; on a phone each fact is one line.
    <div className="flex min-w-0 basis-full items-baseline gap-3 bg-surface px-3 py-1.5 sm:block sm:flex-[1_0_188px] sm:py-2">
      <dt className="w-32 shrink-0 text-2xs text-3 sm:w-auto">
        {typeof label === 'string' ? <Term>{label}</Term> : label}
      </dt>
      {/* Padding keeps truncation from clipping a link's focus ring. */}
      <dd className="min-w-0 break-words sm:-m-1 sm:truncate sm:p-1">{children}</dd>
    </div>
  );
}
