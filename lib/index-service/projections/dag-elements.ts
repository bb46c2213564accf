// The elements of a DAG (spec 2.15): one record per building event, in the shape of the structure response.
import { recordProjection } from './projection';
import { buildingKinds } from './dags';
import { renderPort } from './port-rendering';
import { snakeCase } from '@/lib/contract/tagged';

export const dagElements = recordProjection({
  table: 'dag_elements',
  columns: { dag_object_id: 'text', element: 'text', entry_group: 'text?', value: 'json' },
  indexes: ['dag_object_id, id'],
  kinds: buildingKinds,
  evolve(event) {
    const dag_object_id = event.payload.dag;
    const one = (element: string, value: unknown, entry_group: string | null = null) => ({
      dag_object_id,
      element,
      entry_group,
      value,
    });
    switch (event.kind) {
      case 'DAGVertexAddedEvent': {
        const { vertex, kind } = event.payload;
        return one('vertex', {
          name: vertex.name,
          kind: snakeCase(kind.variant),
          tool_fqn: kind.tool_fqn,
        });
      }
      case 'DAGEdgeAddedEvent': {
        const { from_vertex, edge } = event.payload;
        return one('edge', {
          from: { vertex: from_vertex.name, variant: edge.from.variant.name, port: edge.from.port.name },
          to: { vertex: edge.to.vertex.name, port: edge.to.port.name },
          kind: snakeCase(edge.kind.variant),
        });
      }
      case 'DAGEntryVertexInputPortAddedEvent': {
        const { vertex, entry_port, entry_group } = event.payload;
        return one('entry_port', { vertex: vertex.name, port: entry_port.name }, entry_group.name);
      }
      case 'DAGDefaultValueAddedEvent': {
        const value = renderPort(event.payload.value);
        const { vertex, port } = event.payload;
        return value === undefined
          ? undefined
          : one('default_value', { vertex: vertex.name, port: port.name, value });
      }
      case 'DAGOutputAddedEvent': {
        const { vertex, output } = event.payload;
        return one('output', {
          vertex: vertex.name,
          variant: output.variant.name,
          port: output.port.name,
        });
      }
    }
  },
});
