import type { ReactNode } from 'react';

interface PageHeaderProps {
  title: ReactNode;
  crumb?: ReactNode;
  /** Beside the title: a count, an id, a status. */
  note?: ReactNode;
  actions?: ReactNode;
}

/** The head of a page with its only h1. */
export function PageHeader({ title, crumb, note, actions }: PageHeaderProps) {
  return (
    <header className="mb-3.5">
      {crumb !== undefined && (
        <div className="mb-1 flex flex-wrap items-center gap-1.5 text-3 [&>a:hover]:text-text">{crumb}</div>
      )}
      <div className="flex min-h-[30px] flex-wrap items-center gap-x-2.5 gap-y-2">
        <h1 className="text-lg font-semibold tracking-tight">{title}</h1>
        {note !== undefined && <div className="flex flex-wrap items-center gap-2.5 text-2">{note}</div>}
        {actions !== undefined && <div className="ml-auto flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
    </header>
  );
}
