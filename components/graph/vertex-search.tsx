'use client';
import { Search } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { findVertices } from '@/lib/dag/vertex-search';
import type { FlowGraph } from '@/lib/dag/flow-graph';
import { groupDigits } from '@/lib/view/amount';
import { classNames } from '@/components/ui/class-names';
import { Mono } from '@/components/ui/mono';

const MAX_RESULTS = 8;

interface VertexSearchProps {
  graph: FlowGraph;
  onSelect: (name: string) => void;
}

/** Finds a vertex by part of its name, tool or port, and selects it. */
export function VertexSearch({ graph, onSelect }: VertexSearchProps) {
  const list = useId();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const matches = text.trim() === '' ? [] : findVertices(graph, text);
  const visibleMatches = matches.slice(0, MAX_RESULTS);
  const choose = (name: string) => {
    setText('');
    onSelect(name);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setText('');
    if (visibleMatches.length === 0) return;
    if (event.key === 'ArrowDown') setActive((active + 1) % visibleMatches.length);
    else if (event.key === 'ArrowUp') setActive((active + visibleMatches.length - 1) % visibleMatches.length);
    else if (event.key === 'Enter') choose(visibleMatches[active]?.name ?? visibleMatches[0]?.name ?? '');
    else return;
    event.preventDefault();
  };
  return (
    // In a narrow window the list is as wide as the page, wherever the field is.
    <span className="relative max-[768px]:static max-[768px]:grow max-[768px]:basis-36">
      <Search
        size={13}
        aria-hidden
        className="absolute top-1/2 left-2 -translate-y-1/2 text-3 max-[768px]:hidden"
      />
      <input
        type="search"
        role="combobox"
        aria-label="Find a vertex"
        aria-expanded={visibleMatches.length > 0}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={visibleMatches.length > 0 ? `${list}-${active}` : undefined}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setText('')}
        placeholder="Find a vertex"
        className="control h-6 w-36 rounded-sm border border-line bg-surface pr-1.5 pl-7 text-xs text-text max-[768px]:w-full max-[768px]:pl-1.5"
      />
      <ul
        id={list}
        role="listbox"
        aria-label="Vertices found"
        hidden={text.trim() === ''}
        className="absolute top-full right-0 z-30 mt-1 max-h-72 w-72 overflow-y-auto max-[768px]:inset-x-3 max-[768px]:top-auto max-[768px]:w-auto rounded-md border border-line-strong bg-surface-2 p-1 shadow-pop"
      >
        {visibleMatches.map(({ name, tool_fqn }, index) => (
          <li
            key={name}
            id={`${list}-${index}`}
            role="option"
            aria-selected={index === active}
            // Before blur closes the list.
            onPointerDown={(event) => {
              event.preventDefault();
              choose(name);
            }}
            className={classNames(
              'cursor-default rounded-sm px-2 py-1',
              index === active ? 'bg-surface-3 text-text' : 'text-2',
            )}
          >
            <span translate="no" className="block truncate">
              {name}
            </span>
            <Mono className="block truncate text-2xs text-3">{tool_fqn}</Mono>
          </li>
        ))}
        <li className="px-2 py-1 text-2xs text-3" role="presentation">
          {matches.length === 0
            ? 'No matching vertices'
            : `${groupDigits(matches.length)} of ${groupDigits(graph.vertices.length)}`}
        </li>
      </ul>
    </span>
  );
}
