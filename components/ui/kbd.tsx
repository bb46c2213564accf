import type { ReactNode } from 'react';

export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd
      translate="no"
      className="rounded-[4px] border border-line-strong px-[5px] font-mono text-2xs text-3"
    >
      {children}
    </kbd>
  );
}
