'use client';
import { flexRender, type Header } from '@tanstack/react-table';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { classNames } from '@/components/ui/class-names';
import { Term } from '@/components/values/term';
import { definitionOf } from '@/lib/view/glossary';
import { boundedWidth, moved } from './column-layout';
import { belowClass, valueReader } from './columns';
import { nextSort } from './sort-rows';
import type { TableTools } from './table-view';

const HEAD = 'h-9 px-3 text-left text-xs font-medium whitespace-nowrap text-3';
const STEP_PX = 16;
const DIRECTIONS = new Map<string, -1 | 1>([
  ['ArrowLeft', -1],
  ['ArrowRight', 1],
]);

interface HeaderCellProps<Row> {
  header: Header<Row, unknown>;
  name: string;
  tools: TableTools<Row> | undefined;
}

/** A column header. With tools: click sorts, Alt+arrows move it, Shift+arrows or dragging its edge resize it. */
export function HeaderCell<Row>({ header, name, tools }: HeaderCellProps<Row>) {
  const { columnDef, id } = header.column;
  const { meta } = columnDef;
  const [dragged, setDragged] = useState<number | null>(null);
  const storedWidth = tools?.layout.widths[id];
  const width = dragged ?? storedWidth;
  /** The width after the last key press, until it is rendered: a held key repeats faster. */
  const stepped = useRef<number | null>(null);
  useEffect(() => {
    if (storedWidth === stepped.current) stepped.current = null;
  }, [storedWidth]);
  const text = flexRender(columnDef.header, header.getContext());
  const plainHead = typeof columnDef.header === 'string' ? <Term>{columnDef.header}</Term> : text;
  const definition = definitionOf(name);
  const sort = tools?.sort?.column === id ? tools.sort : null;
  const direction = sort?.descending === true ? 'descending' : 'ascending';
  const sortable = tools !== undefined && valueReader(columnDef as never) !== undefined;
  const setWidth = (px: number) =>
    tools?.onLayout({ ...tools.layout, widths: { ...tools.layout.widths, [id]: boundedWidth(px) } });

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const by = DIRECTIONS.get(event.key);
    if (by === undefined || tools === undefined || event.altKey === event.shiftKey) return;
    event.preventDefault();
    if (event.altKey) tools.onLayout({ ...tools.layout, order: moved(tools.layout, id, by) });
    else {
      const from = stepped.current ?? event.currentTarget.closest('th')?.offsetWidth ?? 0;
      stepped.current = boundedWidth(from + by * STEP_PX);
      setWidth(stepped.current);
    }
  };
  const onDrag = (event: PointerEvent<HTMLElement>) => {
    const cell = event.currentTarget.closest('th');
    if (cell === null || event.button !== 0) return;
    event.preventDefault();
    const handle = event.currentTarget;
    const begin = event.clientX - cell.offsetWidth;
    handle.setPointerCapture(event.pointerId);
    const move = (to: globalThis.PointerEvent) => setDragged(boundedWidth(to.clientX - begin));
    const end = (to: globalThis.PointerEvent) => {
      handle.removeEventListener('pointermove', move);
      setDragged(null);
      if (to.type === 'pointerup' && to.clientX !== event.clientX) setWidth(to.clientX - begin);
    };
    handle.addEventListener('pointermove', move);
    handle.addEventListener('pointerup', end, { once: true });
    handle.addEventListener('pointercancel', end, { once: true });
  };

  return (
    <th
      scope="col"
      aria-sort={sort === null ? undefined : direction}
      style={width === undefined ? undefined : { width, minWidth: width, maxWidth: width }}
      className={classNames(
        HEAD,
        'relative',
        meta?.numeric && 'text-right',
        meta?.wide && width === undefined && 'w-full',
        meta?.moment && width === undefined && 'sm:min-w-[172px]',
        width === undefined && meta?.width,
        width !== undefined && 'overflow-hidden text-ellipsis',
        belowClass(meta?.below),
      )}
    >
      {sortable ? (
        <button
          type="button"
          data-tip={[definition, `Sort ${tools.orders.has(id) ? 'the whole list' : 'loaded rows'} by ${name}`]
            .filter(Boolean)
            .join('\n')}
          onClick={() => tools.onSort(nextSort(tools.sort, id))}
          onKeyDown={onKeyDown}
          className={classNames(
            'inline-flex items-center gap-1 hover:text-text',
            sort !== null && 'text-text',
            definition !== undefined && 'term',
          )}
        >
          {text}
          {sort !== null &&
            (sort.descending ? <ArrowDown size={11} aria-hidden /> : <ArrowUp size={11} aria-hidden />)}
        </button>
      ) : (
        plainHead
      )}
      {tools !== undefined && (
        <span
          aria-hidden
          data-resize={id}
          onPointerDown={onDrag}
          className="absolute inset-y-1.5 right-0 w-2 cursor-col-resize touch-none border-r border-transparent hover:border-line-strong"
        />
      )}
    </th>
  );
}
