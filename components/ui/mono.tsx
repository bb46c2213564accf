import type { ReactNode } from 'react';
import { classNames } from '@/components/ui/class-names';

/** An id, a name or a figure in the monospaced font, which the browser must not translate. */
export function Mono({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <span translate="no" className={classNames('mono', className)}>
      {children}
    </span>
  );
}
