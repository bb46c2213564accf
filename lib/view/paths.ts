// Every path of the console; pages never write one by hand. Values are percent-encoded once.
import { pathSegment } from '@/lib/contract/ids';
import { truncated } from '@/lib/text/foreign-text';

export type Query = Readonly<Record<string, string | undefined>>;

function withQuery(path: string, query?: Query): string {
  if (query === undefined) return path;
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query))
    if (value !== undefined && value !== '') search.set(key, value);
  const text = search.toString();
  return text === '' ? path : `${path}?${text}`;
}

/** A filter refuses a longer value, and its page says so: the start of a reason of megabytes is enough for that. */
function startOfReasons({ failure_reason, refund_reason, missed_reason }: Query): Query {
  return {
    ...(failure_reason && { failure_reason: truncated(failure_reason) }),
    ...(missed_reason && { missed_reason: truncated(missed_reason) }),
    ...(refund_reason && { refund_reason: truncated(refund_reason) }),
  };
}

function record(path: string) {
  return (id: string, query?: Query) => withQuery(`${path}/${pathSegment(id)}`, query);
}
function many(path: string) {
  return (query?: Query) => withQuery(path, query && { ...query, ...startOfReasons(query) });
}

export const overview = many('/overview');
/** Any measure by any dimension. */
export const analyze = many('/analyze');
/** From a list to its rows counted: of a month unless it says otherwise, as lists are of any time. `question`: the measure and the filters. */
export const analyzeList = (question: Query) => analyze({ and: 'none', period: '30d', ...question });
export const leaders = many('/leaders');
export const leader = record('/leaders');
export const agents = many('/agents');
export const agent = record('/agents');
/** A skill on the page of its agent. */
export const skill = (agent_id: string, skill_id: bigint | string) =>
  agent(agent_id, { skill: String(skill_id) });

/** From `agent/skill`, as statistics name a skill. */
export function skillOf(group: string) {
  const [agent_object_id = '', skill_id = ''] = group.split('/');
  return { agent_object_id, skill_id };
}
export const tools = many('/tools');
/** A tool is addressed by its fully qualified name. */
export const tool = record('/tools');
export const dags = many('/dags');
export const dag = record('/dags');
/** Two DAGs as one difference: `left` and `right` are their ids. */
export const compareDags = many('/dags/compare');
export const executions = many('/executions');
export const execution = record('/executions');
export const tasks = many('/tasks');
export const task = record('/tasks');
export const payments = many('/payments');
export const payment = record('/payments');
export const fees = many('/fees');
export const events = many('/events');
/** Everything known about a wallet address. */
export const address = record('/address');
/** The key in use and what it was used for. */
export const keyPage = many('/key');

/**
 * The Connect page; `next` is where to go afterwards, `ended` names the connection that was refused whose reason is checked there, `network` chooses among several.
 */
export function connect(next?: string, { ended, network }: ConnectWhy = {}): string {
  return withQuery('/connect', { next, ended, network });
}

interface ConnectWhy {
  /** '1' where the page does not know its connection. */
  ended?: string | undefined;
  network?: string | undefined;
}

/** Where a page leads on another network: its list without filters, since ids of one mean nothing on the other. */
export function sameListElsewhere(path: string): string {
  const first = `/${path.split(/[/?#]/)[1] ?? ''}`;
  return /^\/(analyze|leaders|agents|tools|dags|executions|tasks|payments|fees|events|key)$/.test(first)
    ? first
    : overview();
}

/** Families of ids; those with a page get a link. */
export type IdFamily =
  | 'leader'
  | 'agent'
  | 'tool'
  | 'dag'
  | 'execution'
  | 'task'
  | 'payment'
  | 'address'
  | 'transaction'
  | 'object';

/** The page of an id, or undefined where there is none (a registry, a vault). A transaction's page is its events. */
export function idPath(family: IdFamily, id: string): string | undefined {
  const pages = { leader, agent, tool, dag, execution, task, payment, address };
  if (family === 'object') return undefined;
  if (family === 'transaction') return events({ tx_digest: id });
  return pages[family](id);
}

const CONSOLE = 'http://console.invalid';

/**
 * Where to go after connecting: `next` when it is a path of this console, else the overview. What is returned is what was checked, because dots
 * disappear when a browser reads a path: `/.//host` is `//host`, another origin.
 */
export function safeNext(next: string | null | undefined): string {
  if (!next?.startsWith('/') || !URL.canParse(next, CONSOLE)) return overview();
  const { origin, pathname, search, hash } = new URL(next, CONSOLE);
  const isElsewhere = origin !== CONSOLE || pathname.startsWith('//');
  if (isElsewhere || /^\/(connect|api)(\/|$)/.test(pathname)) return overview();
  return `${pathname}${search}${hash}`;
}

/** The pages of single records by the first segment of their path, and what each shows. */
const RECORD_PAGES = {
  leaders: 'leader',
  agents: 'agent',
  tools: 'tool',
  dags: 'DAG',
  executions: 'execution',
  tasks: 'task',
  payments: 'payment',
  address: 'address',
} as const;
export type RecordPage = keyof typeof RECORD_PAGES;

/** The record that a path leads to, `what` in words; null for lists, transactions and other pages. */
export function recordOf(href: string): { page: RecordPage; what: string; id: string } | null {
  const [, page = '', segment = '', further] = href.split(/[?#]/)[0]?.split('/') ?? [];
  if (!Object.hasOwn(RECORD_PAGES, page) || segment === '' || further !== undefined) return null;
  if (`/${page}/${segment}` === compareDags({})) return null;
  const recordPage = page as RecordPage;
  try {
    return { page: recordPage, what: RECORD_PAGES[recordPage], id: decodeURIComponent(segment) };
  } catch {
    return null;
  }
}
