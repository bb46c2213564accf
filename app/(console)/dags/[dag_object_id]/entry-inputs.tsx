import { useMemo } from 'react';
import { useGraphAddress } from '@/components/graph/graph-address';
import { Cell, TableRow, PlainTable, VertexButton } from '@/components/graph/table-view/table';
import { Choice } from '@/components/ui/chip';
import { Panel } from '@/components/ui/panel';
import { Fqn } from '@/components/values/fqn';
import { Maybe } from '@/components/values/maybe';
import type { DagStructure } from '@/lib/contract/dags';
import type { ToolKnowledge } from '@/lib/dag/contract-check/finding';
import { absence } from '@/lib/dag/flow-graph';
import { inputKey } from '@/lib/dag/keys';
import { ghostReason } from '@/lib/dag/wording';

const ALL = '\u0000all';
const NOT_READ = 'the port contract of the tool has not been read';

interface EntryInputsProps {
  structure: DagStructure;
  /** By name of the tool, as far as they were read. */
  known: ReadonlyMap<string, ToolKnowledge>;
}

/** `one, data`: what the tool takes at this port; else why that is not known. */
function taken(tool: ToolKnowledge | undefined, port: string): { words: string | null; reason: string } {
  if (tool === undefined) return { words: null, reason: NOT_READ };
  if (tool.state === 'unknown') return { words: null, reason: tool.reason };
  const contract = tool.inputs.find(({ port_name }) => port_name === port);
  return {
    words: contract === undefined ? null : `${contract.cardinality}, ${contract.value_kind}`,
    reason: 'the contract of the tool has no such port',
  };
}

/** What has to be supplied to run the DAG: every port of one entry group. The group that is chosen here is the one that the drawing lights. */
export function EntryInputs({ structure, known }: EntryInputsProps) {
  const [address, go] = useGraphAddress();
  const groups = structure.entry_groups;
  const tools = useMemo(
    () => new Map(structure.vertices.map(({ name, tool_fqn }) => [name, tool_fqn])),
    [structure],
  );
  const chosen = groups.find(({ name }) => name === address.group);
  const absent = ghostReason({ ghost: absence(structure) });
  return (
    <Panel
      title="What a caller supplies"
      note={
        groups.length === 0
          ? 'no entry group: nothing is asked of a caller'
          : groups.length === 1
            ? 'every port of the entry group'
            : 'every port of one entry group'
      }
      actions={
        groups.length > 1 && (
          <Choice
            label="Entry group whose ports are listed"
            value={chosen?.name ?? ALL}
            options={[
              { value: ALL, label: 'all groups' },
              ...groups.map(({ name }) => ({ value: name, label: name })),
            ]}
            onChange={(name) => go({ group: name === ALL ? null : name })}
          />
        )
      }
      className="mt-3.5"
      data-testid="entry-inputs"
    >
      {(chosen ? [chosen] : groups).map((group) => (
        <PlainTable
          key={group.name}
          caption={group.name}
          none="No port of this group has been added yet."
          head={['Vertex', 'Port', 'Takes', 'Tool']}
          rows={group.ports}
          chosen={({ vertex }) => vertex === address.vertex}
        >
          {({ vertex, port }) => {
            const fqn = tools.get(vertex) ?? null;
            const { words, reason } = taken(known.get(fqn ?? ''), port);
            const isSelected = address.vertex === vertex;
            return (
              <TableRow
                key={inputKey(vertex, port)}
                selected={isSelected}
                marks={{ 'data-supplied': inputKey(vertex, port) }}
              >
                <Cell>
                  <VertexButton
                    name={vertex}
                    selected={isSelected}
                    onSelect={(name) => go({ vertex: isSelected ? null : name })}
                  />
                </Cell>
                <Cell label="Port">
                  <span className="mono">{port}</span>
                </Cell>
                <Cell label="Takes">
                  <Maybe value={words} reason={reason} />
                </Cell>
                <Cell label="Tool" name>
                  <Fqn value={fqn} reason={absent} />
                </Cell>
              </TableRow>
            );
          }}
        </PlainTable>
      ))}
    </Panel>
  );
}
