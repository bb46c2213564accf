'use client';
import { Search } from 'lucide-react';
import { memo, useDeferredValue, useId, useState, type ReactNode } from 'react';
import { findVertices } from '@/lib/dag/vertex-search';
import type { FlowGraph, GraphVertex } from '@/lib/dag/flow-graph';
import { graphText } from '@/lib/dag/wording';
import { groupDigits, counted } from '@/lib/view/amount';
import { ShowNext } from '@/components/values/show-more';
import { classNames } from '@/components/ui/class-names';
import { useMountedRows } from '@/components/ui/use-mounted-rows';
import { VertexKindIcon } from './appearance';
import { Mono } from '@/components/ui/mono';

/** Rows shown at first: beside a drawing that loads, as many as fit its frame. */
const FIRST = { instead: 40, loading: 20 };
const PAGE = 400;

interface OutlineProps {
  graph: FlowGraph;
  selected: string | null;
  onSelect: (name: string | null) => void;
  /** The list replaces the drawing until requested. */
  large?: boolean;
  /** Why the drawing is missing, with actions. */
  children: ReactNode;
}

interface OutlineRowProps {
  vertex: GraphVertex;
  isSelected: boolean;
  onSelect: (name: string | null) => void;
}

const OutlineRow = memo(function OutlineRow({ vertex, isSelected, onSelect }: OutlineRowProps) {
  return (
    <li className="border-b border-line/70">
      <button
        type="button"
        data-outline-vertex={vertex.name}
        aria-pressed={isSelected}
        onClick={() => onSelect(isSelected ? null : vertex.name)}
        className={classNames(
          'flex w-full items-center gap-3 px-3 py-1.5 text-left hover:bg-surface-2',
          isSelected && 'bg-accent-weak',
        )}
      >
        <VertexKindIcon vertex={vertex} />
        <span translate="no" className="min-w-0 flex-1 truncate font-medium">
          {vertex.name}
        </span>
        <Mono className="min-w-0 flex-1 truncate text-3 max-sm:hidden">{vertex.tool_fqn}</Mono>
        <span className="shrink-0 text-2xs text-3 tabular-nums">
          {vertex.inputs.length} in, {vertex.outputs.length} out
        </span>
      </button>
    </li>
  );
});

/** A graph as a searchable list, while a large drawing loads or in its place. */
export function Outline({ graph, selected, onSelect, large = false, children }: OutlineProps) {
  const id = useId();
  const [text, setText] = useState('');
  const [pages, setPages] = useState(0);
  const matches = findVertices(graph, useDeferredValue(text));
  const visibleMatches = matches.slice(0, (large ? FIRST.instead : FIRST.loading) + pages * PAGE);
  const remaining = matches.length - visibleMatches.length;
  const mounted = useMountedRows(visibleMatches.length);
  return (
    <div data-testid="graph-outline" data-large={large || undefined} className="flex h-full min-h-0 flex-col">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-line px-3 py-2 text-2">
        <span className="relative">
          <Search size={13} aria-hidden className="absolute top-1/2 left-2 -translate-y-1/2 text-3" />
          <label className="sr-only" htmlFor={id}>
            Find a vertex, a tool or a port
          </label>
          <input
            id={id}
            type="search"
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setPages(0);
            }}
            placeholder="Find a vertex, a tool, a port"
            className="h-[30px] w-64 max-w-full rounded-sm border border-line-strong bg-surface-2 pr-2 pl-7 text-text"
          />
        </span>
        <span role="status">
          {text.trim() === ''
            ? graphText(graph)
            : `${groupDigits(matches.length)} of ${counted(graph.vertices.length, 'vertex', 'vertices')}`}
        </span>
        {children}
      </div>
      <ul aria-label="Vertices" className="min-h-0 flex-1 overflow-y-auto">
        {visibleMatches.slice(0, mounted).map((vertex) => (
          <OutlineRow
            key={vertex.name}
            vertex={vertex}
            isSelected={vertex.name === selected}
            onSelect={onSelect}
          />
        ))}
        {remaining > 0 && (
          <li className="flex items-center gap-3 px-3 py-2 text-3">
            <ShowNext remaining={remaining} step={PAGE} onMore={() => setPages(pages + 1)} />
          </li>
        )}
        {matches.length === 0 && <li className="px-3 py-4 text-3">No matching vertices</li>}
      </ul>
    </div>
  );
}
