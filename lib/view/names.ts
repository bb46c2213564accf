// What objects are called: the words of the skills that run them, read from any answer of the index. Pure.
// Invariant: one name per id, the latest; names are foreign text.
import type { EndpointName } from '@/lib/contract/endpoints';
import { isObjectId } from '@/lib/contract/ids';
import type { IdFamily } from './paths';

export interface Named {
  family: IdFamily;
  id: string;
  name: string;
}

/** Fields of rows that hold the id of something named after its skills. */
const FAMILY_OF = new Map<string, IdFamily>([
  ['agent_object_id', 'agent'],
  ['controller_agent_id', 'agent'],
  ['dag_object_id', 'dag'],
  ['execution_object_id', 'execution'],
  ['payment_object_id', 'payment'],
  ['task_object_id', 'task'],
]);
/** The same in the payload of an event. */
const FAMILY_IN_EVENT = new Map<string, IdFamily>([
  ['agent_id', 'agent'],
  ['dag', 'dag'],
  ['dag_id', 'dag'],
]);

/** What `object_id` is in the rows of an endpoint. */
const ROWS_OF: Partial<Record<EndpointName, IdFamily>> = {
  'agents.executions': 'execution',
  'agents.tasks': 'task',
  'dags.get': 'dag',
  'dags.list': 'dag',
  'dags.structure': 'dag',
  'executions.get': 'execution',
  'executions.list': 'execution',
  'tasks.executions': 'execution',
  'tasks.list': 'task',
};

/** Their rows name runs and not what those do. */
const RUNS_WITHOUT_NAMES: ReadonlySet<EndpointName> = new Set(['priority-fees.events']);

type Row = Readonly<Record<string, unknown>>;

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null;
const rowsIn = (list: unknown): Row[] => (Array.isArray(list) ? list.filter(isRow) : []);
const wordsIn = (text: unknown): string | null =>
  typeof text === 'string' && text.trim() !== '' ? text : null;

/** What an agent does: the descriptions of its skills. */
export function skillsName(skills: readonly { description?: unknown }[]): string | null {
  return wordsIn(skills.flatMap(({ description }) => wordsIn(description) ?? []).join(' · '));
}

export interface Found {
  named: Named[];
  /** Agents, DAGs and, of rows without a skill, runs that the answer mentions and does not name. */
  unnamed: string[];
}

/** The names that an answer carries, and the ids in it that have none. */
export function namesIn(endpoint: EndpointName, answer: unknown): Found {
  const named = new Map<string, Named>();
  const mentioned = new Set<string>();
  // Objects whose row is here: it would have the name, so there is none to request.
  const nameless = new Set<string>();
  const add = (family: IdFamily | undefined, id: unknown, name: unknown) => {
    if (family === undefined || typeof id !== 'string' || !isObjectId(id)) return;
    const words = wordsIn(name);
    if (words !== null) named.set(id, { family, id, name: words });
    else if (family === 'agent' || family === 'dag' || RUNS_WITHOUT_NAMES.has(endpoint)) mentioned.add(id);
  };
  if (!isRow(answer)) return { named: [], unnamed: [] };
  for (const { type, id, name } of rowsIn(answer['names'])) add(type as IdFamily, id, name);
  const [grouping] = String(answer['group_by']).split(',');
  for (const { group, title } of rowsIn(answer['groups']))
    if (grouping === 'agent' || grouping === 'dag') add(grouping, group, title);
  const found = isRow(answer['row']) ? [answer['row']] : [answer];
  const rows = 'items' in answer ? rowsIn(answer['items']) : found;
  for (const row of rows) {
    for (const [field, family] of FAMILY_OF) {
      const isOfSkill = family !== 'agent' && family !== 'dag';
      add(family, row[field], isOfSkill ? row['skill_description'] : null);
    }
    add(ROWS_OF[endpoint], row['object_id'], row['skill_description']);
    if (endpoint.startsWith('dags.')) nameless.add(String(row['object_id']));
    if (endpoint === 'agents.list' && row['skills'] !== null) nameless.add(String(row['agent_object_id']));
    if (endpoint === 'agents.list') add('agent', row['agent_object_id'], skillsName(rowsIn(row['skills'])));
    if (endpoint === 'events.list' && isRow(row['payload']))
      for (const [field, family] of FAMILY_IN_EVENT) add(family, row['payload'][field], null);
  }
  if (endpoint === 'agents.skills') add('agent', rows[0]?.['agent_object_id'], skillsName(rows));
  const unnamed = [...mentioned].filter((id) => !named.has(id) && !nameless.has(id));
  return { named: [...named.values()], unnamed };
}

export type Names = ReadonlyMap<string, Named>;

/** Adds names; returns the same map when nothing is new. */
export function withNames(names: Names, added: readonly Named[]): Names {
  const fresh = added.filter(({ id, name }) => names.get(id)?.name !== name);
  return fresh.length === 0 ? names : new Map([...names, ...fresh.map((each) => [each.id, each] as const)]);
}

const shared = new WeakMap<Names, ReadonlySet<string>>();

/** The ids that share their name with another of their family. */
export function sharedNames(names: Names): ReadonlySet<string> {
  const before = shared.get(names);
  if (before !== undefined) return before;
  const ids = new Map<string, string[]>();
  for (const { family, id, name } of names.values()) {
    const key = `${family} ${name}`;
    ids.set(key, [...(ids.get(key) ?? []), id]);
  }
  const found = new Set([...ids.values()].filter((each) => each.length > 1).flat());
  shared.set(names, found);
  return found;
}

/** The texts that occur more than once. */
export function repeated(texts: readonly (string | null)[]): ReadonlySet<string | null> {
  const seen = new Set<string | null>();
  const found = new Set<string | null>();
  for (const text of texts) (seen.has(text) ? found : seen).add(text);
  return found;
}

/** What the run of an event does, else the DAG that it runs; null where neither is known or the event is of no run. */
export function runNameOf(payload: unknown, nameOf: (id: string) => string | null): string | null {
  if (!isRow(payload)) return null;
  const { execution, execution_id, dag } = payload;
  const run = execution ?? execution_id;
  if (typeof run !== 'string') return null;
  return nameOf(run) ?? (typeof dag === 'string' ? nameOf(dag) : null);
}
