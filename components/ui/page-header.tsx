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
        <div className="mb-1 flex items-center gap-1.5 whitespace-nowrap text-3 [&>a:hover]:text-text">
          {crumb}
        </div>
      )}
      {/* A long title wraps beside the actions; in a narrow window they are below it, at the left as all content. */}
      <div className="flex items-start gap-x-4 gap-y-2 max-lg:flex-wrap">
        <div className="flex min-h-[30px] min-w-0 grow flex-wrap pointer-coarse:min-h-10 items-center gap-x-2.5 gap-y-1 lg:basis-0">
          <h1 className="text-lg font-semibold tracking-tight">{title}</h1>
          {note !== undefined && <div className="flex flex-wrap items-center gap-2.5 text-2">{note}</div>}
        </div>
        {actions !== undefined && (
          <div className="flex flex-wrap items-center gap-2 lg:shrink-0">{actions}</div>
        )}
      </div>
    </header>
  );
}
