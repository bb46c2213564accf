// The figures of each DAG, counted from its elements as the console counts them (lib/dag/counts.ts).
import type { DagStructure } from '@/lib/contract/dags';
import { dagCounts } from '@/lib/dag/counts';
import type { EventOf } from '@/lib/index-service/log/log-entry';
import type { Database } from '@/lib/index-service/store/database';
import { parseJson } from '@/lib/json/exact';
import { dagElements, dags } from './dags';
import type { Summary } from './summary';

interface StoredElement {
  dag: string;
  element: string;
  entry_group: string | null;
  value: string;
}

/** The elements in the order of their events. Default values and outputs only name vertices here. */
function structureOf(elements: readonly StoredElement[]): DagStructure {
  const all = <Item>(kind: string) =>
    elements.flatMap(({ element, value }) => (element === kind ? [parseJson(value) as Item] : []));
  const entries = elements.filter(({ element }) => element === 'entry_port');
  return {
    object_id: '',
    finalized_at: null,
    vertices: all('vertex'),
    edges: all('edge'),
    entry_groups: entries.map(({ entry_group, value }) => ({
      name: entry_group ?? '',
      ports: [parseJson(value) as { vertex: string; port: string }],
    })),
    default_values: all('default_value'),
    output_variants: all('output'),
  };
}

async function count(tx: Database, schema: string, keys: readonly string[]): Promise<void> {
  const rows = await tx.query<StoredElement>(
    `select dag_object_id as dag, element, entry_group, value from ${schema}.dag_elements
     where dag_object_id = any($1::text[]) order by id`,
    [keys],
  );
  const elements = new Map<string, StoredElement[]>(keys.map((key) => [key, []]));
  for (const row of rows) elements.get(row.dag)?.push(row);
  const counts = [...elements].map(([key, list]) => ({ key, ...dagCounts(structureOf(list)) }));
  await tx.query(
    `update ${schema}.dags t set vertices = c.vertices, edges = c.edges, loops = c.loops, tools = c.tools
     from json_to_recordset($1::text::json) as c (key text, vertices int, edges int, loops int, tools int) where t.key = c.key`,
    [JSON.stringify(counts)],
  );
}

const KINDS = [
  'DAGVertexAddedEvent',
  'DAGEdgeAddedEvent',
  'DAGEntryVertexInputPortAddedEvent',
  'DAGDefaultValueAddedEvent',
  'DAGOutputAddedEvent',
] as const;

export const dagCountsSummary: Summary = {
  tables: [],
  of: [dags, dagElements],
  statements: () => [],
  kinds: KINDS,
  async added(tx, schema, entries) {
    const building = entries as readonly EventOf<(typeof KINDS)[number]>[];
    await count(tx, schema, [...new Set(building.map(({ payload }) => payload.dag))]);
  },
  timed: async () => undefined,
};
