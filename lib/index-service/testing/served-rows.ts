// Everything an index serves, row by row, to compare a mirror with its source.
import { requestPath } from '@/lib/contract/endpoint-url';
import type { EndpointName } from '@/lib/contract/endpoints';

type Row = Record<string, unknown>;
type Read = (path: string) => Promise<unknown>;

/** Times of the index itself, which a mirror has of its own. */
const OWN_TIMES = new Set(['created_at', 'updated_at']);

function withoutOwnTimes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutOwnTimes);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) =>
      OWN_TIMES.has(name) ? [] : [[name, withoutOwnTimes(inner)]],
    ),
  );
}

/** All pages of a listing, or the record, by path. `read` gives the JSON of a path, undefined for a 404. */
export async function servedRows(read: Read): Promise<Map<string, unknown>> {
  const served = new Map<string, unknown>();

  async function all(name: EndpointName, params: Record<string, string> = {}): Promise<Row[]> {
    const path = requestPath(name, params as never);
    const items: Row[] = [];
    for (let token: number | null = 0; token !== null;) {
      const page = (await read(`${path}?page_size=100&page_token=${token}`)) as
        | { items: Row[]; metadata: { next_token: number | null } }
        | undefined;
      if (page === undefined) break;
      items.push(...page.items);
      token = page.metadata.next_token;
    }
    served.set(path, withoutOwnTimes(items));
    return items;
  }
  async function record(name: EndpointName, params: Record<string, string> = {}): Promise<void> {
    const path = requestPath(name, params as never);
    served.set(path, withoutOwnTimes(await read(path)));
  }

  await all('events.list');
  await record('leaders.registry');
  await all('payments.list');
  await all('priority-fees.events');
  for (const leader of await all('leaders.list')) {
    const params = { leader_cap_id: String(leader['leader_cap_id']) };
    await all('leaders.stake-events', params);
    await all('leaders.suspension-skips', params);
  }
  for (const agent of await all('agents.list')) {
    const agent_object_id = String(agent['agent_object_id']);
    for (const skill of await all('agents.skills', { agent_object_id }))
      await all('agents.skill-revisions', { agent_object_id, skill_id: String(skill['skill_id']) });
  }
  for (const task of await all('tasks.list')) {
    const params = { task_object_id: String(task['object_id']) };
    await all('tasks.occurrences', params);
    await record('tasks.reserve', params);
  }
  for (const tool of await all('tools.list')) await record('tools.get', { fqn: String(tool['fqn']) });
  for (const dag of await all('dags.list'))
    await record('dags.structure', { dag_object_id: String(dag['object_id']) });
  for (const execution of await all('executions.list')) {
    const params = { execution_object_id: String(execution['object_id']) };
    await all('executions.walks', params);
    await all('executions.events', params);
    await all('executions.submission-failures', params);
    await all('executions.payment-ledger', params);
  }
  return served;
}
