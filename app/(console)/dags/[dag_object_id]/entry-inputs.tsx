import { useMemo } from 'react';
import { useGraphAddress, useVertexSelection } from '@/components/graph/graph-address';
import { vertexColumn } from '@/components/graph/vertex-column';
import { Choice } from '@/components/ui/chip';
import { Panel } from '@/components/ui/panel';
import { Fqn } from '@/components/values/fqn';
import { Maybe } from '@/components/values/maybe';
import { CaptionedTable } from '@/components/values/table';
import type { DagStructure } from '@/lib/contract/dags';
import type { ToolKnowledge } from '@/lib/dag/contract-check/rules';
import { absence, inputKey } from '@/lib/dag/flow-graph';
import { ghostReason } from '@/lib/dag/wording';
import { Mono } from '@/components/ui/mono';

const ALL = '\u0000all';
const NOT_READ = 'the port contract of the tool has not been loaded';

interface EntryInputsProps {
  structure: DagStructure;
  /** By tool name, as far as loaded. */
  toolKnowledge: ReadonlyMap<string, ToolKnowledge>;
}

/** `one, data`: what the tool accepts at this port, or why that is unknown. */
function accepted(tool: ToolKnowledge | undefined, port: string): { value: string | null; reason: string } {
  if (tool === undefined) return { value: null, reason: NOT_READ };
  if (tool.state === 'unknown') return { value: null, reason: tool.reason };
  const contract = tool.inputs.find(({ port_name }) => port_name === port);
  return {
    value: contract === undefined ? null : `${contract.cardinality}, ${contract.value_kind}`,
    reason: 'the contract of the tool has no such port',
  };
}

/** The inputs a caller supplies: every port of one entry group, which the drawing highlights. */
export function EntryInputs({ structure, toolKnowledge }: EntryInputsProps) {
  const [address, go] = useGraphAddress();
  const selection = useVertexSelection();
  const groups = structure.entry_groups;
  const tools = useMemo(
    () => new Map(structure.vertices.map(({ name, tool_fqn }) => [name, tool_fqn])),
    [structure],
  );
  const selectedGroup = groups.find(({ name }) => name === address.group);
  const absent = ghostReason({ ghost: absence(structure) });
  return (
    <Panel
      title="Inputs"
      note={
        groups.length === 0
          ? 'No entry groups: the DAG takes no inputs'
          : `All ports of ${groups.length === 1 ? 'the' : 'one'} entry group are required`
      }
      actions={
        groups.length > 1 && (
          <Choice
            label="Entry group"
            value={selectedGroup?.name ?? ALL}
            options={[
              { value: ALL, label: 'All groups' },
              ...groups.map(({ name }) => ({ value: name, label: name })),
            ]}
            onChange={(name) => go({ group: name === ALL ? null : name })}
          />
        )
      }
      className="mt-3.5"
      data-testid="entry-inputs"
    >
      {(selectedGroup ? [selectedGroup] : groups).map((group) => (
        <CaptionedTable
          key={group.name}
          caption={group.name}
          none="No ports in this group yet"
          rows={group.ports.map((port) => ({ ...port, tool_fqn: tools.get(port.vertex) ?? null }))}
          rowKey={({ vertex, port }) => inputKey(vertex, port)}
          attributes={({ vertex, port }) => ({ 'data-supplied': inputKey(vertex, port) })}
          isSelected={({ vertex }) => vertex === selection.selected}
          columns={[
            vertexColumn(selection),
            {
              head: 'Port',
              cell: ({ port }) => <Mono>{port}</Mono>,
            },
            {
              head: 'Accepts',
              cell: ({ port, tool_fqn }) => <Maybe {...accepted(toolKnowledge.get(tool_fqn ?? ''), port)} />,
            },
            { head: 'Tool', cell: ({ tool_fqn }) => <Fqn value={tool_fqn} reason={absent} />, holds: 'name' },
          ]}
        />
      ))}
    </Panel>
  );
}
