'use client';
import type { RowsColumn } from '@/components/values/table';

/** The selected vertex, and how another is selected. */
export interface VertexSelection {
  selected: string | null;
  onSelect: (name: string | null) => void;
}

/** A vertex name that selects the vertex, or clears the selection. */
export function VertexButton({ name, selected, onSelect }: VertexSelection & { name: string }) {
  const isSelected = name === selected;
  return (
    <button
      translate="no"
      type="button"
      aria-pressed={isSelected}
      onClick={() => onSelect(isSelected ? null : name)}
      className="mono hover:text-accent hover:underline"
    >
      {name}
    </button>
  );
}

/** The first column of tables about vertices: selecting a vertex selects it in the drawing. */
export function vertexColumn(selection: VertexSelection): RowsColumn<{ vertex: string }> {
  return { head: 'Vertex', cell: ({ vertex }) => <VertexButton name={vertex} {...selection} /> };
}
