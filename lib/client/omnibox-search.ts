// Finds what a pasted id, digest or name refers to by asking every candidate endpoint in parallel.
// Invariant: "not found" is distinct from a candidate that couldn't be checked (no scope, not provided, failed).
import { countedIfKnown } from '@/lib/view/amount';
import { analysesIn } from '@/lib/view/analyze-words';
import { buildState } from '@/lib/view/build-state';
import { plainText, readPasted } from '@/lib/view/ids';
import {
  address,
  agent,
  dag,
  events,
  execution,
  executions,
  leader,
  payment,
  skill,
  task,
  tool,
  tools,
} from '@/lib/view/paths';
import type { Item, QueryInput } from '@/lib/contract/endpoints';
import { totalOf, type Listing } from '@/lib/contract/record';
import { ApiError } from './api-error';
import { assertApplied, matchingRows, rowMatches } from './ignored-filters';
import { checkFilter } from './queries/filter-check-query';
import type { Read, ReadOptions } from './read';

export interface Hit {
  /** `DAG`, `execution`. */
  what: string;
  id: string;
  /** Shown before the id. */
  name?: string | null;
  href: string;
  /** A status or a count. */
  note: string | null;
}

export type Outcome = 'found' | 'not found' | 'no scope' | 'not provided' | 'failed';

export interface Finding {
  hits: Hit[];
  tried: { what: string; outcome: Outcome }[];
}

type Candidate = { what: string; search: () => Promise<Hit[]> };

function outcomeOf(error: unknown): Outcome {
  if (!(error instanceof ApiError)) return 'failed';
  if (error.status === 404) return 'not found';
  if (error.status === 403) return 'no scope';
  return error.status === 501 ? 'not provided' : 'failed';
}

/** GET /executions/{id} is optional; without it, the execution's events show whether it exists. */
async function findExecution(read: Read, id: string, options: ReadOptions): Promise<string | null> {
  try {
    return (await read('executions.get', { execution_object_id: id }, {}, options)).status;
  } catch (error) {
    if (outcomeOf(error) === 'failed' || outcomeOf(error) === 'no scope') throw error;
    const list = await read('executions.events', { execution_object_id: id }, { page_size: '1' }, options);
    return countedIfKnown(totalOf(list), 'event');
  }
}

/** Whether the index applies a filter; null when that can't be determined. */
type IsApplied = (name: AddressList, filter: string, requested: string) => Promise<boolean | null>;

interface Count {
  words: string;
  /** Null: at least one, and the index ignores the filter or does not count. */
  total: number | null;
}

type AddressList =
  | 'events.list'
  | 'payments.list'
  | 'leaders.list'
  | 'tools.list'
  | 'dags.list'
  | 'tasks.list';

/** What refers to the id as a wallet address. Rejects when nothing does and a list couldn't be read. */
async function countsOf(
  read: Read,
  isApplied: IsApplied,
  id: string,
  options: ReadOptions,
): Promise<Count[]> {
  const count = async <Name extends AddressList>(words: string, name: Name, filter: QueryInput<Name>) => {
    const query: QueryInput<Name> = { ...filter, page_size: '1' };
    // The parameters of these lists are empty; their rows are objects.
    const list = (await read(name, {} as never, query, options)) as Listing<Item<Name> & object>;
    assertApplied(name, query, list.items);
    // Agents control tasks too and are no wallets.
    const isAgent = list.items.some((row) => 'controller_kind' in row && row.controller_kind === 'agent');
    const total = isAgent ? 0 : totalOf(list);
    if (total === 0) return { words, total };
    const [field = ''] = Object.keys(filter);
    // A matching row may be chance, and then the total is that of all rows.
    if ((await isApplied(name, field, id)) === true) return { words, total };
    if (list.items.some((row) => rowMatches(name, field, id, row) === true)) return { words, total: null };
    throw new ApiError({ endpoint: name, message: `whether the index applies ${field} is unknown`, field });
  };
  const answers = await Promise.allSettled([
    count('events sent', 'events.list', { sender: id }),
    count('payments', 'payments.list', { funder: id }),
    count('leader caps', 'leaders.list', { leader_address: id }),
    count('tools', 'tools.list', { creator: id }),
    count('DAGs', 'dags.list', { creator: id }),
    count('tasks', 'tasks.list', { controller: id }),
  ]);
  const counts = answers.flatMap((answer) =>
    answer.status === 'fulfilled' && answer.value.total !== 0 ? [answer.value] : [],
  );
  const failed = answers.find((answer) => answer.status === 'rejected');
  if (counts.length === 0 && failed !== undefined) throw failed.reason;
  return counts;
}

/** A candidate with one hit; `note` rejects when there is none. */
const single = (what: string, id: string, href: string, note: () => Promise<string | null>): Candidate => ({
  what,
  search: async () => [{ what, id, href, note: await note() }],
});

function ofObject(read: Read, isApplied: IsApplied, id: string, signal: AbortSignal): Candidate[] {
  const options = { signal };
  const firstRow = { page_size: '1' };
  return [
    single('leader', id, leader(id), async () => {
      return (await read('leaders.get', { leader_cap_id: id }, {}, options)).status;
    }),
    single('DAG', id, dag(id), async () => {
      const found = await read('dags.get', { dag_object_id: id }, {}, options);
      return buildState(found);
    }),
    single('execution', id, execution(id), () => findExecution(read, id, options)),
    single('payment', id, payment(id), async () => {
      return (await read('payments.get', { payment_object_id: id }, {}, options)).final_state;
    }),
    single('agent', id, agent(id), async () => {
      const list = await read('agents.skills', { agent_object_id: id }, firstRow, options);
      return countedIfKnown(totalOf(list), 'skill');
    }),
    single('task', id, task(id), async () => {
      const list = await read('tasks.executions', { task_object_id: id }, firstRow, options);
      return countedIfKnown(totalOf(list), 'execution');
    }),
    {
      what: 'address',
      search: async () => {
        const counts = await countsOf(read, isApplied, id, options);
        const note = counts
          .map(({ total, words }) => (total === null ? words : `${words}: ${total}`))
          .join(', ');
        return counts.length === 0 ? [] : [{ what: 'address', id, href: address(id), note }];
      },
    },
  ];
}

function ofDigest(read: Read, digest: string, signal: AbortSignal): Candidate {
  return {
    what: 'transaction',
    search: async () => {
      const query = { tx_digest: digest, page_size: '1' };
      const list = await read('events.list', {}, query, { signal });
      assertApplied('events.list', query, list.items);
      const total = totalOf(list);
      const hit = { what: 'transaction', id: digest, href: events({ tx_digest: digest }) };
      return total === 0 ? [] : [{ ...hit, note: countedIfKnown(total, 'event') }];
    },
  };
}

const SHOWN_TOOLS = 8;

function ofName(read: Read, name: string, signal: AbortSignal): Candidate {
  return {
    what: 'tool',
    search: async () => {
      const query = { fqn: name, page_size: String(SHOWN_TOOLS) };
      const list = await read('tools.list', {}, query, { signal });
      const found = matchingRows('tools.list', query, list.items);
      if (found.length === 0) assertApplied('tools.list', query, list.items);
      const hits = found.map(({ fqn, kind }): Hit => ({
        what: 'tool',
        id: fqn,
        href: tool(fqn),
        note: kind,
      }));
      const total = totalOf(list);
      const more = total === null ? null : total - hits.length;
      if (found.length === list.items.length && more !== 0)
        hits.push({ what: 'tools', id: name, href: tools({ fqn: name }), note: `${more ?? 'perhaps'} more` });
      return hits;
    },
  };
}

function skillPage(id: string): string {
  const [agentId = '', number = ''] = id.split('/');
  return skill(agentId, number);
}

const TITLES: ReadonlyMap<string, { what: string; href: (id: string) => string }> = new Map(
  Object.entries<{ what: string; href: (id: string) => string }>({
    leader: { what: 'leader', href: leader },
    agent: { what: 'agent', href: agent },
    skill: { what: 'skill', href: skillPage },
    tool: { what: 'tool', href: tool },
    dag: { what: 'DAG', href: dag },
    execution: { what: 'execution', href: execution },
    task: { what: 'task', href: task },
    payment: { what: 'payment', href: payment },
    address: { what: 'address', href: address },
    transaction: { what: 'transaction', href: (id) => events({ tx_digest: id }) },
    reason: { what: 'failure reason', href: (id) => executions({ failure_reason: id }) },
  }),
);

/** What the index itself finds by the beginning of an id or by words; nothing where it has no search. */
function bySearch(read: Read, text: string, signal: AbortSignal): Candidate {
  return {
    what: 'record',
    search: async () => {
      const { results } = await read('search', {}, { q: text }, { signal });
      return results.flatMap(({ type, id, title }): Hit[] => {
        const found = TITLES.get(type);
        if (found === undefined) return [];
        // A tool's id is its name.
        const words = type === 'tool' ? { note: title } : { name: title, note: null };
        return [{ what: found.what, id, href: found.href(id), ...words }];
      });
    },
  };
}

/** The same object once, where it was found first, with its name if any has it. */
function withoutRepeats(hits: readonly Hit[]): Hit[] {
  const byPlace = new Map<string, Hit>();
  for (const hit of hits) {
    const place = `${hit.what} ${hit.href}`;
    const before = byPlace.get(place);
    byPlace.set(place, before === undefined ? hit : { ...before, name: before.name ?? hit.name ?? null });
  }
  return [...byPlace.values()];
}

/** An id within a longer text, or one that lost its 0x. */
function idWithin(text: string): string {
  if (/^[0-9a-f]{64}$/i.test(text)) return `0x${text}`;
  return /0x[0-9a-f]{64}(?![0-9a-f])/i.exec(text)?.[0] ?? text;
}

/** A text without what is invisible around it; names have characters that are not plain. */
const trimmed = (text: string) => text.replaceAll(/^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu, '');

/** Searches for everything `text` can refer to. Rejects only when aborted. */
export async function findObject(
  read: Read,
  text: string,
  signal: AbortSignal,
  isApplied: IsApplied = async (name, filter, requested) =>
    (await checkFilter(name, {}, filter, requested, signal)).applied,
): Promise<Finding> {
  const plain = plainText(text);
  const { kind, value } = readPasted(idWithin(plain));
  if (value === '') return { hits: [], tried: [] };
  const isWhole = kind === 'object' && plain.includes(value.slice(2));
  const candidates = [
    ...(kind === 'object'
      ? ofObject(read, isApplied, value, signal)
      : [kind === 'digest' ? ofDigest(read, value, signal) : ofName(read, value, signal)]),
    // A whole id is requested from each place where it may exist.
    ...(isWhole ? [] : [bySearch(read, kind === 'text' ? trimmed(text) : plain, signal)]),
  ];
  const answers = await Promise.allSettled(candidates.map((candidate) => candidate.search()));
  signal.throwIfAborted();
  const analyses = analysesIn(plain).map(({ title, href }): Hit => ({
    what: 'analysis',
    id: title,
    href,
    note: null,
  }));
  const finding: Finding = { hits: analyses, tried: [] };
  for (const [place, answer] of answers.entries()) {
    const what = candidates[place]?.what ?? '';
    // An index without a search, or a text too short for it, leaves the other candidates.
    if (what === 'record' && answer.status === 'rejected') continue;
    if (answer.status === 'rejected') finding.tried.push({ what, outcome: outcomeOf(answer.reason) });
    else {
      finding.hits.push(...answer.value);
      finding.tried.push({ what, outcome: answer.value.length > 0 ? 'found' : 'not found' });
    }
  }
  return { ...finding, hits: withoutRepeats(finding.hits) };
}
