// Event kinds: building DAGs (spec 6.3, 11.2).
import { objectId } from '@/lib/contract/ids';
import { named } from '@/lib/contract/tagged';
import { kind } from './kind';
import { edge, recordedPort, variantPort, vertexKind } from './payload-fields';

export const dagKinds = {
  DAGCreatedEvent: kind({ dag: objectId }),
  DAGVertexAddedEvent: kind({ dag: objectId, vertex: named, kind: vertexKind }),
  DAGEntryVertexInputPortAddedEvent: kind({
    dag: objectId,
    vertex: named,
    entry_port: named,
    entry_group: named,
  }),
  DAGEdgeAddedEvent: kind({ dag: objectId, from_vertex: named, edge }),
  DAGDefaultValueAddedEvent: kind({
    dag: objectId,
    vertex: named,
    port: named,
    value: recordedPort,
  }),
  DAGOutputAddedEvent: kind({ dag: objectId, vertex: named, output: variantPort }),
  DAGFinalizedEvent: kind({ dag: objectId }),
};
