// What an index lacks, as a Markdown table for its operator: the endpoint, what was asked, what came back, and what the console cannot do.
import { listings } from './listings';
import { isRow, text, type Probe } from './rule';
import type { Result } from './run';

/** What the console cannot do without an endpoint. Ids are written as {id}, as in `endpointOf`. */
const WITHOUT_ENDPOINT: Readonly<Record<string, string>> = {
  '/tokens/usage': 'Show the usage of a key, and distinguish a revoked key from a key without scopes',
  '/leaders': 'List leaders and count them by state',
  '/leaders/{id}': 'Open a leader',
  '/leaders/{id}/stake-events': "Show a leader's stake events, stakers and share price",
  '/leaders/{id}/suspension-skips': "Show a leader's refused suspensions",
  '/registry/leader': 'Show the staking policy',
  '/agents': 'List agents; they open by id only',
  '/agents/{id}/skills': 'Open an agent',
  '/agents/{id}/executions':
    "Show an agent's executions, and the status of executions found by their payments",
  '/agents/{id}/tasks': "Show an agent's tasks",
  '/agents/{id}/skills/{number}/revisions': 'Compare revisions of a skill',
  '/tasks': 'List tasks and count them by status',
  '/tasks/{id}/executions': 'Open a task',
  '/executions/{id}/events': 'Replay an execution on its graph',
  '/executions/{id}/submission-failures': 'Show which leaders missed their window',
  '/executions/{id}/gas': 'Show gas events',
  '/executions/{id}/payment-ledger': 'Show what an execution cost',
  '/tools': 'List tools',
  '/tools/{fqn}': 'Open a tool, and check the ports of a DAG',
  '/payments': 'List payments, and executions where the index does not list those',
  '/payments/{id}': 'Open a payment',
  '/dags': 'List DAGs',
  '/dags/{id}': 'Open a DAG',
  '/dags/{id}/structure': 'Draw a DAG or an execution',
  '/events': 'Show past events, and everything derived from them: pending tasks, histories',
  '/events/stream': 'Update pages live',
  '/priority-fee-vault/events': 'Show priority fees',
};

/** What the console cannot do where a rule fails on an endpoint that is there; by the start of the rule's name. */
const WITHOUT_RULE: readonly (readonly [rule: string, what: string])[] = [
  ['filter.', 'Trust this filter: filtered lists, and counts that use it'],
  ['history.', 'Trust this filter of the event history'],
  ['listing.total', 'Show totals'],
  ['listing.paging', 'Page through the list without repeats or gaps'],
  ['listing.envelope', 'Read the list'],
  ['listing.records', 'Show rows that lack a field'],
  ['invalid.', 'Distinguish a mistyped filter from an empty list'],
  ['kinds.refused', 'Find out which event kinds the index knows'],
  ['ignored', 'Use links from other releases'],
  ['absent', 'Report an unknown ID'],
  ['record', 'Report an unknown ID'],
  ['stream.resume', 'Resume the stream without missing events'],
  ['stream.clamp', 'Resume after the event log was reset'],
  ['feed.', 'Join history and stream without a gap'],
  ['stream.', 'Read the event stream'],
  ['key.missing', 'Distinguish a wrong key from a valid key'],
  ['usage.', 'Show the usage of a key correctly'],
];

/** Endpoints that the specification does not have, and what the console does where they are missing. */
const BEYOND: Readonly<Record<string, string>> = {
  '/executions': 'Executions are listed by their payments: without status, DAG and invoker',
  '/executions/{id}': 'The status of an execution is searched among those of its agent or task',
  '/executions/{id}/walks': 'Walks are derived from events',
  '/tasks/{id}/occurrences': 'Occurrences of a task are not shown',
  '/tasks/{id}/reserve': 'The reserve of a task is not shown',
};

const MISSING = /^status (404|405|501)\b/;

/** The template of a request such as `GET /leaders/0x12?page_size=1`. */
export function endpointOf(shown: string): string {
  const path = (shown.split(' ')[1] ?? '').replace(/\?.*/, '');
  return path
    .replace(/\/skills\/[^/]+\//, '/skills/{number}/')
    .replace(/^\/tools\/.+/, '/tools/{fqn}')
    .replace(/^(\/(?:leaders|agents|executions|payments|dags|tasks))\/[^/]+/, '$1/{id}');
}

const without = ({ rule, shown }: Result) =>
  WITHOUT_RULE.find(([start]) => rule.name.startsWith(start))?.[1] ??
  WITHOUT_ENDPOINT[endpointOf(shown)] ??
  rule.requirement;

const cell = (words: string) => words.replaceAll('|', '\\|').replace(/\s+/g, ' ').trim();
const row = (...cells: string[]) => `| ${cells.map(cell).join(' | ')} |`;

/** A missing endpoint is one row, whatever else would be asked of it. */
function rowsOf(results: readonly Result[]): string[] {
  const missing = new Set<string>();
  const rows: string[] = [];
  for (const result of results) {
    const { outcome, shown, rule } = result;
    if (outcome.verdict !== 'fail') continue;
    const endpoint = endpointOf(shown);
    if (missing.has(endpoint)) continue;
    const isMissing = MISSING.test(outcome.reason);
    if (isMissing) missing.add(endpoint);
    const what = isMissing ? (WITHOUT_ENDPOINT[endpoint] ?? without(result)) : without(result);
    rows.push(row(endpoint, rule.section, `${rule.requirement} (\`${shown}\`)`, outcome.reason, what));
  }
  return rows;
}

/** `statuses`: what the paths beyond the specification answered. */
export function lacksTable(results: readonly Result[], statuses: ReadonlyMap<string, number>): string[] {
  const rows = rowsOf(results);
  const beyond = [...statuses].filter(([, status]) => status !== 200);
  return [
    '## What this index lacks',
    '',
    ...(rows.length === 0
      ? ['Nothing: every rule of the specification that could be checked holds.']
      : [
          row('Endpoint', 'Section', 'Request', 'Response', 'The console cannot'),
          '|---|---|---|---|---|',
          ...rows,
        ]),
    ...(beyond.length === 0
      ? []
      : [
          '',
          '## Beyond the specification, used where provided',
          '',
          row('Endpoint', 'Response', 'Without it'),
          '|---|---|---|',
          ...beyond.map(([path, status]) =>
            row(path, status === 0 ? 'no response' : `status ${status}`, BEYOND[path] ?? ''),
          ),
        ]),
  ];
}

/** Where the id in a path beyond the specification is taken from. */
const ID_SOURCES: Readonly<Record<string, { listing: string; field: string }>> = {
  '/executions': { listing: '/payments', field: 'execution_object_id' },
  '/tasks': { listing: '/tasks', field: 'object_id' },
};

/** The statuses of the paths beyond the specification, 0 for no response; without those for which there is no id. */
export async function askBeyond(probe: Probe): Promise<Map<string, number>> {
  const statuses = new Map<string, number>();
  for (const path of Object.keys(BEYOND)) {
    const source = path.includes('{id}') ? ID_SOURCES[`/${path.split('/')[1]}`] : undefined;
    let id: unknown;
    if (source !== undefined) {
      const reply = await probe.get(`${source.listing}?page_size=1`).catch(() => undefined);
      const items = reply?.status === 200 && isRow(reply.json) ? reply.json['items'] : undefined;
      const first: unknown = Array.isArray(items) ? items[0] : undefined;
      if (!isRow(first)) continue;
      id = first[source.field];
    }
    const reply = await probe
      .get(path.replace('{id}', encodeURIComponent(text(id ?? ''))))
      .catch(() => undefined);
    statuses.set(path, reply?.status ?? 0);
  }
  return statuses;
}

/** Specified listings without a sentence above: a test keeps this empty. */
export function listingsWithoutWords(): string[] {
  return listings
    .map(({ path }) => endpointOf(`GET ${path}`))
    .filter((endpoint) => !(endpoint in WITHOUT_ENDPOINT));
}
