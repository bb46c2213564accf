'use client';
import { flexRender, type Row as TableRow } from '@tanstack/react-table';
import { Filter, X } from 'lucide-react';
import Link from 'next/link';
import { useCallback, useEffect, useRef } from 'react';
import { useShortcut } from '@/components/shell/shortcuts';
import { IconButton, buttonClass } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { JsonView } from '@/components/values/text-block';
import { columnName, valueText } from './columns';
import type { Noun, TableTools } from './table-view';
import { focusRow } from './use-row-keys';

interface PeekPanelProps<Row> {
  row: TableRow<Row>;
  noun: Noun;
  href: string | undefined;
  tools: TableTools<Row>;
}

/** All fields of a row beside its table. It takes no focus: j and k move on, `i` enters it, Escape closes it. */
export function PeekPanel<Row>({ row, noun, href, tools }: PeekPanelProps<Row>) {
  const { onPeek: change } = tools;
  const panel = useRef<HTMLElement>(null);
  useShortcut('row-into', () => panel.current?.focus());
  const onPeek = useCallback(
    (id: string | null) => {
      // Focus inside the panel goes back to the row.
      const inside = panel.current?.contains(document.activeElement) === true;
      const of = inside ? panel.current?.dataset['peek'] : undefined;
      const peekedRow = of === undefined ? null : document.querySelector(`tr[data-row="${CSS.escape(of)}"]`);
      if (peekedRow !== null) focusRow(peekedRow);
      change(id);
    },
    [change],
  );
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const inside =
        event.target instanceof Element && event.target.closest('[role="dialog"], [role="menu"]');
      if (event.key === 'Escape' && !event.defaultPrevented && !inside) onPeek(null);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [onPeek]);
  return (
    <aside
      ref={panel}
      tabIndex={-1}
      aria-label={`${noun.singular} preview`}
      data-peek={row.id}
      className="fixed right-0 bottom-0 z-20 flex max-h-[70vh] w-full flex-col border-t border-line-strong bg-surface shadow-pop md:top-12 md:max-h-none md:w-[400px] md:border-t-0 md:border-l"
    >
      <header className="flex items-center gap-2 border-b border-line px-3 py-2">
        <h2 className="min-w-0 flex-1 truncate font-semibold first-letter:uppercase">{noun.singular}</h2>
        {href !== undefined && (
          <Link className={buttonClass('small')} href={href} prefetch={false}>
            Open
          </Link>
        )}
        <IconButton label="Close" onClick={() => onPeek(null)}>
          <X size={15} aria-hidden />
        </IconButton>
      </header>
      <div className="relative min-h-0 flex-1 overflow-auto">
        {/* Without the values, because times tick. */}
        <p role="status" className="sr-only">
          Preview of {noun.singular} {valueText(row.getAllCells()[0]?.getValue())}
        </p>
        <dl>
          {row.getAllCells().map((cell) => {
            const { columnDef, id } = cell.column;
            const name = columnName(columnDef, id);
            const text = valueText(cell.getValue());
            const filter = tools.filterOf(id, row.original);
            return (
              <div key={cell.id} className="flex items-start gap-2 border-b border-line/70 px-3 py-1.5">
                <dt className="w-32 shrink-0 text-xs text-3">{name}</dt>
                <dd className="flex min-w-0 flex-1 items-start gap-2 break-words">
                  <span className="min-w-0 flex-1">{flexRender(columnDef.cell, cell.getContext())}</span>
                  {text !== null && <CopyButton text={text} label={name} />}
                  {filter !== null && (
                    <IconButton
                      label={`Filter by this ${name}`}
                      size="tiny"
                      onClick={() => tools.onFilter(filter)}
                    >
                      <Filter size={12} aria-hidden />
                    </IconButton>
                  )}
                </dd>
              </div>
            );
          })}
        </dl>
        <div className="p-3">
          <JsonView value={row.original} label={`${noun.singular} as JSON`} />
        </div>
      </div>
    </aside>
  );
}
