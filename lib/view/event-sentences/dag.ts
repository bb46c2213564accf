// Sentences of the dag family.
import type { dagKinds } from '@/lib/contract/event-kinds/dag';
import { dag, fqn, inWords, say, vertex } from './part';
import type { Sentences } from './sentences';

export const dagSentences: Sentences<keyof typeof dagKinds> = {
  DAGCreatedEvent: (it) => say`DAG ${dag(it.dag)} created`,
  DAGVertexAddedEvent: (it) =>
    say`vertex ${vertex(it.vertex.name)} added to ${dag(it.dag)}, runs ${fqn(it.kind.tool_fqn)}`,
  DAGEntryVertexInputPortAddedEvent: (it) =>
    say`${vertex(it.vertex.name)}.${it.entry_port.name} of ${dag(it.dag)} is supplied by the caller, entry group ${it.entry_group.name}`,
  DAGEdgeAddedEvent: (it) =>
    say`${inWords(it.edge.kind.variant)} edge added to ${dag(it.dag)}: ${vertex(it.from_vertex.name)}.${it.edge.from.variant.name}.${it.edge.from.port.name} to ${vertex(it.edge.to.vertex.name)}.${it.edge.to.port.name}`,
  DAGDefaultValueAddedEvent: (it) =>
    say`${vertex(it.vertex.name)}.${it.port.name} of ${dag(it.dag)} has a default value`,
  DAGOutputAddedEvent: (it) =>
    say`${vertex(it.vertex.name)}.${it.output.variant.name}.${it.output.port.name} declared an output of ${dag(it.dag)}`,
  DAGFinalizedEvent: (it) => say`DAG ${dag(it.dag)} sealed, can be executed`,
};
