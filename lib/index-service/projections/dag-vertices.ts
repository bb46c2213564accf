// The vertices of DAGs with their tools, to find the tool of a vertex and the DAGs of a tool. Not served itself.
import { beginning, equalTexts } from '@/lib/index-service/store/foreign-text';
import { recordProjection } from './projection';

export const dagVertices = recordProjection({
  table: 'dag_vertices',
  columns: { dag_object_id: 'text', vertex_name: 'text', tool_fqn: 'text' },
  indexes: [`dag_object_id, ${beginning('vertex_name')}`, `${beginning('tool_fqn')}, dag_object_id`],
  on: {
    DAGVertexAddedEvent: ({ payload: { dag, vertex, kind } }) => ({
      dag_object_id: dag,
      vertex_name: vertex.name,
      tool_fqn: kind.tool_fqn,
    }),
  },
});

/** SQL of the tool of a vertex; null when no event has named the vertex. A name that was added twice keeps its first tool. */
export function toolOfVertex(dag: string, vertex: string, schema = 'public'): string {
  return `(select v.tool_fqn from ${schema}.dag_vertices v
           where v.dag_object_id = ${dag} and ${equalTexts('v.vertex_name', vertex)} order by v.id limit 1)`;
}

/** Condition on a row `v`: the name was not added before. */
export const FIRST_OF_NAME = `not exists (select 1 from dag_vertices f
  where f.dag_object_id = v.dag_object_id and ${equalTexts('f.vertex_name', 'v.vertex_name')} and f.id < v.id)`;

/** Condition on a DAG: one of its vertices has the tool `?`. Of a name that was added twice the first counts, as everywhere. */
export function dagUsesTool(dag: string): string {
  return `exists (select 1 from dag_vertices v where v.dag_object_id = ${dag} and ${equalTexts('v.tool_fqn', '?')} and ${FIRST_OF_NAME})`;
}
