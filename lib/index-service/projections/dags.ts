// DAGs (spec 2.14) and their structure (spec 2.15). The creator is the sender of DAGCreatedEvent.
// A DAG whose creation was not seen is not listed, but its structure can be read.
import type { Dag } from '@/lib/contract/dags';
import { snakeCase } from '@/lib/contract/tagged';
import { renderPort } from '@/lib/contract/execution-rows';
import { parseForeignJson } from '@/lib/json/exact';
import { RawJson, type Handlers } from '@/lib/index-service/http/handler-types';
import type { Database } from '@/lib/index-service/store/database';
import { dagUsesTool } from './dag-vertices';
import { objectProjection, recordProjection } from './projection';
import { asNumber, entryOf, tableReader } from './table-reader';

export const dags = objectProjection({
  table: 'dags',
  columns: {
    creator: 'text?',
    vertices: 'whole',
    edges: 'whole',
    loops: 'whole',
    tools: 'whole',
    created_entry_id: 'entry?',
    finalized_entry_id: 'entry?',
  },
  // Counted from its elements (dag-counts.ts).
  initial: { vertices: 0n, edges: 0n, loops: 0n, tools: 0n },
  indexes: ['creator, first_entry_id', 'created_at'],
  counts: { shown: ['creator'], by: ['creator'] },
  keysOf: (event) => [event.payload.dag],
  on: {
    DAGCreatedEvent: ({ id, sender_address }) => ({ creator: sender_address, created_entry_id: id }),
    DAGFinalizedEvent: ({ id }) => ({ finalized_entry_id: id }),
    DAGVertexAddedEvent: () => ({}),
    DAGEdgeAddedEvent: () => ({}),
    DAGEntryVertexInputPortAddedEvent: () => ({}),
    DAGDefaultValueAddedEvent: () => ({}),
    DAGOutputAddedEvent: () => ({}),
  },
});

const element = (
  { dag }: { dag: string },
  element: string,
  value: unknown,
  entry_group: string | null = null,
) => ({ dag_object_id: dag, element, entry_group, value });

/** The elements of a DAG: one record per building event, in the shape of the structure response. */
export const dagElements = recordProjection({
  table: 'dag_elements',
  columns: { dag_object_id: 'text', element: 'text', entry_group: 'text?', value: 'json' },
  indexes: ['dag_object_id, id'],
  on: {
    DAGVertexAddedEvent({ payload }) {
      const { vertex, kind } = payload;
      const { tool_fqn } = kind;
      return element(payload, 'vertex', { name: vertex.name, kind: snakeCase(kind.variant), tool_fqn });
    },
    DAGEdgeAddedEvent({ payload }) {
      const { from_vertex, edge } = payload;
      return element(payload, 'edge', {
        from: { vertex: from_vertex.name, variant: edge.from.variant.name, port: edge.from.port.name },
        to: { vertex: edge.to.vertex.name, port: edge.to.port.name },
        kind: snakeCase(edge.kind.variant),
      });
    },
    DAGEntryVertexInputPortAddedEvent({ payload }) {
      const { vertex, entry_port, entry_group } = payload;
      return element(payload, 'entry_port', { vertex: vertex.name, port: entry_port.name }, entry_group.name);
    },
    DAGDefaultValueAddedEvent({ payload }) {
      const { vertex, port } = payload;
      const value = renderPort(payload.value, parseForeignJson);
      return value && element(payload, 'default_value', { vertex: vertex.name, port: port.name, value });
    },
    DAGOutputAddedEvent({ payload }) {
      const { vertex, output } = payload;
      const { variant, port } = output;
      return element(payload, 'output', { vertex: vertex.name, variant: variant.name, port: port.name });
    },
  },
});

/** When the newest execution of a DAG was first seen; by its place in the log, so that an index finds it. */
const LAST_RUN = `(select coalesce(e.onchain_at, e.indexed_at) from executions x
  join log_entries e on e.id = x.first_entry_id
  where x.dag_object_id = t.key and x.invoker is not null order by x.first_entry_id desc limit 1)`;

/** SQL of what one of the skills that are bound to a DAG does, else what the skill of its newest execution does. */
export const DAG_DESCRIPTION = (dag: string) => `coalesce(
  (select min(s.description) from skills s where s.dag_object_id = ${dag} and s.description <> ''),
  (select s.description from executions x join skills s on s.key = x.agent_object_id || '/' || x.skill_id
    where x.dag_object_id = ${dag} and x.invoker is not null order by x.first_entry_id desc limit 1))`;

const dagReader = tableReader<Dag>(dags, 'DAG', {
  fields: {
    object_id: 't.key',
    finalized_at: 'coalesce(finalized.onchain_at, finalized.indexed_at)',
    vertices: asNumber('t.vertices'),
    edges: asNumber('t.edges'),
    loops: asNumber('t.loops'),
    tools: asNumber('t.tools'),
    last_run_at: LAST_RUN,
    skill_description: DAG_DESCRIPTION('t.key'),
  },
  joins: entryOf('t.finalized_entry_id', 'finalized'),
  orders: { state: 't.finalized_entry_id is not null' },
});

interface Elements {
  element: 'vertex' | 'edge' | 'entry_port' | 'default_value' | 'output';
  entry_group: string | null;
  /** The elements as JSON text, with commas between them. */
  texts: string;
}

async function structure(db: Database, id: string) {
  await dagReader.known(db, id);
  const [dag] = await dagReader.select(db, 't.key = $1', [id]);
  // Elements are stored in the answer's shape: thousands of them go through as text.
  const elements = await db.query<Elements>(
    `select element, entry_group, string_agg(value, ',' order by id) as texts
     from dag_elements where dag_object_id = $1 group by element, entry_group order by min(id)`,
    [id],
  );
  const all = (element: Elements['element']) =>
    new RawJson(`[${elements.find((list) => list.element === element)?.texts ?? ''}]`);
  return {
    object_id: id,
    finalized_at: dag?.finalized_at ?? null,
    vertices: all('vertex'),
    edges: all('edge'),
    // In the order of their first port.
    entry_groups: elements
      .filter((list) => list.element === 'entry_port')
      .map((list) => ({ name: list.entry_group ?? '', ports: new RawJson(`[${list.texts}]`) })),
    default_values: all('default_value'),
    output_variants: all('output'),
  };
}

export const dagHandlers = {
  'dags.list': ({ db, query }) =>
    dagReader.page(db, query, (where) =>
      where
        .and('(t.finalized_entry_id is not null) = ?', query.finalized)
        .and('t.vertices >= ?::numeric', query.min_vertices)
        .and('t.vertices <= ?::numeric', query.max_vertices)
        .and('(t.loops > 0) = ?', query.has_loops)
        .and(dagUsesTool('t.key'), query.tool_fqn),
    ),
  'dags.get': ({ db, params }) => dagReader.get(db, params['dag_object_id']),
  'dags.structure': ({ db, params }) => structure(db, String(params['dag_object_id'])),
} satisfies Handlers;
