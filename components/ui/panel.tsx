import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names';

interface PanelProps extends Omit<ComponentProps<'section'>, 'title'> {
  title?: ReactNode;
  note?: ReactNode;
  actions?: ReactNode;
}

/** A bordered box; with a title it has a header. */
export function Panel({ title, note, actions, className, children, ...rest }: PanelProps) {
  return (
    <section className={classNames('min-w-0 rounded-md border border-line bg-surface', className)} {...rest}>
      {title !== undefined && (
        <header className="flex min-h-10 flex-wrap items-center gap-x-2.5 gap-y-1 border-b border-line px-3 py-1.5">
          <h2 className="font-semibold">{title}</h2>
          {note !== undefined && <span className="min-w-0 text-3">{note}</span>}
          {actions !== undefined && (
            // In a narrow window a search among them has the rest of the line.
            <div className="ml-auto flex flex-wrap items-center gap-1.5 max-[768px]:has-[[type=search]]:grow">
              {actions}
            </div>
          )}
        </header>
      )}
      {children}
    </section>
  );
}
