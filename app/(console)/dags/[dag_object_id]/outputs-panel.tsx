'use client';
import { useDeferredValue, useMemo } from 'react';
import { useVertexSelection } from '@/components/graph/graph-address';
import { VertexButton, vertexColumn } from '@/components/graph/vertex-column';
import { Panel } from '@/components/ui/panel';
import { CaptionedTable } from '@/components/values/table';
import { Term } from '@/components/values/term';
import { type FlowGraph, type GraphVertex, keyOf } from '@/lib/dag/flow-graph';
import { type Loop, loopsOf } from '@/lib/dag/loops';
import { classifiedOutputs } from '@/lib/dag/outputs';
import { outputName } from '@/lib/dag/wording';
import { counted } from '@/lib/view/amount';
import type { ContractCheck } from './use-contract-check';
import { Mono } from '@/components/ui/mono';

const CLASSES = { guaranteed: 'Guaranteed', exclusive: 'Exclusive', conditional: 'Conditional' } as const;

const loopKey = ({ from, to }: Loop) => keyOf(from, to);

/** `agreed to lock`, for each variant that leaves the loop. */
function exitText({ exits }: Loop): string {
  if (exits.length === 0) return 'Exits from other vertices of the loop';
  return exits
    .map(({ variant, to }) =>
      to.length === 0 ? `${variant}, which ends the walk` : `${variant} to ${to.join(', ')}`,
    )
    .join('; ');
}

interface OutputsPanelProps {
  graph: FlowGraph;
  contracts: Pick<ContractCheck, 'toolKnowledge' | 'tools' | 'answered'>;
}

/** What a run produces and when, and where it repeats. */
export function OutputsPanel({ graph, contracts }: OutputsPanelProps) {
  const selection = useVertexSelection();
  const { selected } = selection;
  // Contracts arrive one by one; only the newest set matters.
  const toolKnowledge = useDeferredValue(contracts.toolKnowledge);
  const outputs = useMemo(() => {
    const variantsOf = ({ tool_fqn }: GraphVertex) => {
      const tool = tool_fqn === null ? undefined : toolKnowledge.get(tool_fqn);
      if (tool?.state !== 'known' || tool.variants === null) return null;
      return tool.variants.map(({ variant_name }) => variant_name);
    };
    return classifiedOutputs(graph, variantsOf);
  }, [graph, toolKnowledge]);
  const loops = useMemo(() => loopsOf(graph), [graph]);
  const unread = contracts.tools - contracts.answered;
  return (
    <Panel
      title="Outputs and loops"
      note={
        unread > 0
          ? `Contracts of ${counted(unread, 'tool')} not loaded; their variants are unknown`
          : 'Excluding failed and aborted runs'
      }
      className="mt-3.5"
      data-testid="outputs-panel"
    >
      <CaptionedTable
        caption="Outputs"
        none="No vertex output is declared as an output of the DAG"
        rows={outputs}
        rowKey={({ key }) => key}
        attributes={({ key, outputClass }) => ({ 'data-output': key, 'data-output-class': outputClass })}
        isSelected={({ vertex }) => vertex === selected}
        columns={[
          vertexColumn(selection),
          {
            head: 'Output',
            cell: (output) => <Mono>{outputName(output)}</Mono>,
          },
          { head: 'Produced', cell: ({ outputClass }) => <Term>{CLASSES[outputClass]}</Term> },
          { head: 'Reason', cell: ({ reason }) => reason, holds: 'sentence' },
        ]}
      />
      {loops.length > 0 && (
        <CaptionedTable
          caption="Loops"
          none=""
          rows={loops}
          rowKey={loopKey}
          isSelected={({ from, to }) => selected !== null && [from, to].includes(selected)}
          columns={[
            { head: 'Decided by', cell: ({ from }) => <VertexButton name={from} {...selection} /> },
            {
              head: 'Repeats on',
              cell: ({ repeats }) => <Mono>{repeats.join(', ')}</Mono>,
            },
            { head: 'Restarts at', cell: ({ to }) => <VertexButton name={to} {...selection} /> },
            { head: 'Exits on', cell: exitText, holds: 'sentence' },
          ]}
        />
      )}
    </Panel>
  );
}
