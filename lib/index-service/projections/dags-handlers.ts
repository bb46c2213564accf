// DAGs and their structure (spec 2.14, 2.15). A DAG whose creation was not seen is not listed, but its structure can be read.
import { ContractError } from '@/lib/contract/errors';
import type { Dag } from '@/lib/contract/dags';
import { RawJson, type Handlers } from '@/lib/index-service/http/handlers';
import type { Database } from '@/lib/index-service/store/database';
import { createdWithin, entryOf, list, NEWEST_OBJECTS, shownRows } from '@/lib/index-service/store/listing';
import { dags } from './dags';

const SELECT = `t.key as object_id, t.creator, coalesce(finalized.onchain_at, finalized.indexed_at) as finalized_at,
  t.created_at, t.updated_at, created.onchain_at as onchain_created_at`;
const JOINS = `${entryOf('t.created_entry_id', 'created')} ${entryOf('t.finalized_entry_id', 'finalized')}`;

function noDag(id: unknown): ContractError {
  return new ContractError('NOT_FOUND', `there is no DAG ${String(id)}`);
}

interface Elements {
  element: 'vertex' | 'edge' | 'entry_port' | 'default_value' | 'output';
  entry_group: string | null;
  /** The elements as JSON text, with commas between them. */
  texts: string;
}

async function structure(db: Database, id: string) {
  const [dag] = await db.query<{ finalized_at: string | null }>(
    `select coalesce(finalized.onchain_at, finalized.indexed_at) as finalized_at
     from dags t ${entryOf('t.finalized_entry_id', 'finalized')} where t.key = $1`,
    [id],
  );
  if (dag === undefined) throw noDag(id);
  // Elements are stored in the answer's shape: thousands of them go through as text.
  const elements = await db.query<Elements>(
    `select element, entry_group, string_agg(value, ',' order by id) as texts
     from dag_elements where dag_object_id = $1 group by element, entry_group order by min(id)`,
    [id],
  );
  const all = (element: Elements['element']) =>
    new RawJson(`[${elements.find((one) => one.element === element)?.texts ?? ''}]`);
  return {
    object_id: id,
    finalized_at: dag.finalized_at,
    vertices: all('vertex'),
    edges: all('edge'),
    // In the order of their first port.
    entry_groups: elements
      .filter((one) => one.element === 'entry_port')
      .map((one) => ({ name: one.entry_group ?? '', ports: new RawJson(`[${one.texts}]`) })),
    default_values: all('default_value'),
    output_variants: all('output'),
  };
}

export const dagHandlers = {
  'dags.list': ({ db, query }) => {
    const where = createdWithin(shownRows(dags), query)
      .and('t.creator = ?', query.creator, 'creator')
      .and('(t.finalized_entry_id is not null) = ?', query.finalized);
    return list<Dag>(db, {
      select: SELECT,
      from: 'dags',
      joins: JOINS,
      where,
      order: NEWEST_OBJECTS,
      page: query,
    });
  },
  'dags.get': async ({ db, params }) => {
    const [dag] = await db.query<Dag>(
      `select ${SELECT} from dags t ${JOINS} where t.key = $1 and t.creator is not null`,
      [String(params['dag_object_id'])],
    );
    if (dag === undefined) throw noDag(params['dag_object_id']);
    return dag;
  },
  'dags.structure': ({ db, params }) => structure(db, String(params['dag_object_id'])),
} satisfies Handlers;
