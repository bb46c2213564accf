'use client';
import type { FlowGraph } from '@/lib/dag/flow-graph';
import { Choice } from '@/components/ui/chip';

const NONE = '\u0000none';

interface EntryGroupsProps {
  graph: FlowGraph;
  group: string | null;
  onGroup: (name: string | null) => void;
}

/** Chooses the entry group whose inputs are lit: what a caller who takes it has to supply. */
export function EntryGroups({ graph, group, onGroup }: EntryGroupsProps) {
  if (graph.entry_groups.length === 0) return null;
  return (
    <>
      <span className="text-3">entry group</span>
      <Choice
        label="Entry group whose inputs are lit"
        value={group ?? NONE}
        options={[
          { value: NONE, label: 'none' },
          ...graph.entry_groups.map((name) => ({ value: name, label: name })),
        ]}
        onChange={(name) => onGroup(name === NONE ? null : name)}
      />
    </>
  );
}
