// Ids of records that the index has shown in this tab. A 404 on a path with an id is about the id, unless the id is known: then the index lacks the
// endpoint.
import { BEYOND_SPECIFICATION, endpoint, isEndpointName, type EndpointName } from '@/lib/contract/endpoints';

type Params = Readonly<Record<string, string>>;

/** By listing: the field with a row's id, and the path parameter that takes it. */
const ROW_IDS: Partial<Record<EndpointName, readonly [param: string, field: string]>> = {
  'leaders.list': ['leader_cap_id', 'leader_cap_id'],
  'agents.list': ['agent_object_id', 'agent_object_id'],
  'agents.tasks': ['task_object_id', 'object_id'],
  'agents.executions': ['execution_object_id', 'object_id'],
  'tasks.list': ['task_object_id', 'object_id'],
  'tasks.executions': ['execution_object_id', 'object_id'],
  'executions.list': ['execution_object_id', 'object_id'],
  'dags.list': ['dag_object_id', 'object_id'],
  'payments.list': ['payment_object_id', 'payment_object_id'],
  'tools.list': ['fqn', 'fqn'],
};

const MOST_KNOWN = 20_000;
const recordKeys = new Set<string>();

function note(param: string, id: string): void {
  if (recordKeys.size >= MOST_KNOWN) recordKeys.clear();
  recordKeys.add(`${param} ${id}`);
}

function rowsOf(answer: unknown): readonly unknown[] | undefined {
  const { items } = (answer ?? {}) as { items?: unknown };
  return Array.isArray(items) ? items : undefined;
}

/** Notes the ids in the request's path, if the answer shows that they exist, and those of its rows. */
export function noteRecords(name: EndpointName, params: Params, answer: unknown): void {
  // A server serves many visitors.
  if (typeof window === 'undefined') return;
  const rows = rowsOf(answer);
  // An index may answer with no rows for an unknown id.
  if (rows === undefined || rows.length > 0)
    for (const [param, id] of Object.entries(params)) note(param, id);
  const [param, field] = ROW_IDS[name] ?? [];
  if (param === undefined || field === undefined) return;
  for (const row of rows ?? []) {
    const id = (row as Record<string, unknown>)[field];
    if (typeof id === 'string') note(param, id);
  }
}

/** For a reset of the log, and when everything known about the index is discarded. */
export function forgetRecords(): void {
  recordKeys.clear();
}

/** Whether a 404 is about the endpoint: it is not specified, or about a part of a record, and every id in the path has been shown. */
export function isEndpointMissing(name: EndpointName, params: Params | null): boolean {
  const { path, params: pathParams } = endpoint(name);
  if (path.endsWith('}') && !BEYOND_SPECIFICATION.has(name)) return false;
  return Object.keys(pathParams.shape).every((param) => recordKeys.has(`${param} ${params?.[param] ?? ''}`));
}

/** The same for an answer that the server has read, by its query key. */
export function noteHydrated([name, params]: readonly unknown[], answer: unknown): void {
  if (isEndpointName(name) && typeof params === 'object' && params !== null && answer !== undefined)
    noteRecords(name, params as Params, answer);
}
