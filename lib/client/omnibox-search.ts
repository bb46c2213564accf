// Finds what a pasted id, digest or name refers to by asking every candidate endpoint in parallel.
// Invariant: "not found" is distinct from a candidate that couldn't be asked (no scope, not provided, failed).
import { counted } from '@/lib/view/amount';
import { readPasted } from '@/lib/view/ids';
import { address, agent, dag, events, execution, leader, payment, task, tool, tools } from '@/lib/view/paths';
import { ApiError } from './failure';
import type { Read, ReadOptions } from './read';

export interface Hit {
  /** `DAG`, `execution`. */
  what: string;
  id: string;
  href: string;
  /** A status or a count. */
  note: string | null;
}

export type Outcome = 'found' | 'not found' | 'no scope' | 'not provided' | 'failed';

export interface Finding {
  hits: Hit[];
  tried: { what: string; outcome: Outcome }[];
}

type Candidate = { what: string; ask: () => Promise<Hit[]> };

function outcomeOf(error: unknown): Outcome {
  if (!(error instanceof ApiError)) return 'failed';
  if (error.status === 404) return 'not found';
  if (error.status === 403) return 'no scope';
  return error.status === 501 ? 'not provided' : 'failed';
}

/** GET /executions/{id} is optional; without it, the execution's events tell whether it exists. */
async function findExecution(read: Read, id: string, options: ReadOptions): Promise<string | null> {
  try {
    return (await read('executions.get', { execution_object_id: id }, {}, options)).status;
  } catch (error) {
    if (outcomeOf(error) === 'failed' || outcomeOf(error) === 'no scope') throw error;
    const list = await read('executions.events', { execution_object_id: id }, { page_size: '1' }, options);
    return counted(list.metadata.total_items, 'event');
  }
}

type Count = { total: number; words: string };

/** What refers to the id as a wallet address. Rejects when nothing does and a list couldn't be read. */
async function countsOf(read: Read, id: string, options: ReadOptions): Promise<Count[]> {
  const one = { page_size: '1' };
  const asked = await Promise.allSettled([
    read('events.list', {}, { ...one, sender: id }, options),
    read('payments.list', {}, { ...one, funder: id }, options),
    read('leaders.list', {}, { ...one, leader_address: id }, options),
    read('tools.list', {}, { ...one, creator: id }, options),
    read('dags.list', {}, { ...one, creator: id }, options),
    // Agents control tasks too and are no wallets.
    read('tasks.list', {}, { ...one, controller: id }, options).then((tasks) =>
      tasks.items[0]?.controller_kind === 'agent' ? { metadata: { total_items: 0 } } : tasks,
    ),
  ]);
  const words = ['events sent', 'payments', 'leader caps', 'tools', 'DAGs', 'tasks'];
  const counts = asked.flatMap((answer, place) =>
    answer.status === 'fulfilled' && answer.value.metadata.total_items > 0
      ? [{ total: answer.value.metadata.total_items, words: words[place] ?? '' }]
      : [],
  );
  const failed = asked.find((answer) => answer.status === 'rejected');
  if (counts.length === 0 && failed !== undefined) throw failed.reason;
  return counts;
}

function ofAddress(counts: readonly Count[], id: string): Hit[] {
  if (counts.length === 0) return [];
  const note = counts.map(({ total, words }) => `${words}: ${total}`).join(', ');
  return [{ what: 'address', id, href: address(id), note }];
}

function ofObject(read: Read, id: string, signal: AbortSignal): Candidate[] {
  const options = { signal, probe: true };
  const one = { page_size: '1' };
  const hit = (what: string, href: string, note: string | null): Hit[] => [{ what, id, href, note }];
  return [
    {
      what: 'leader',
      ask: async () =>
        hit('leader', leader(id), (await read('leaders.get', { leader_cap_id: id }, {}, options)).status),
    },
    {
      what: 'DAG',
      ask: async () => {
        const found = await read('dags.get', { dag_object_id: id }, {}, options);
        return hit('DAG', dag(id), found.finalized_at === null ? 'building' : 'finalized');
      },
    },
    {
      what: 'execution',
      ask: async () => hit('execution', execution(id), await findExecution(read, id, options)),
    },
    {
      what: 'payment',
      ask: async () =>
        hit(
          'payment',
          payment(id),
          (await read('payments.get', { payment_object_id: id }, {}, options)).final_state,
        ),
    },
    {
      what: 'agent',
      ask: async () => {
        const list = await read('agents.skills', { agent_object_id: id }, one, options);
        return hit('agent', agent(id), counted(list.metadata.total_items, 'skill'));
      },
    },
    {
      what: 'task',
      ask: async () => {
        const list = await read('tasks.executions', { task_object_id: id }, one, options);
        return hit('task', task(id), counted(list.metadata.total_items, 'execution'));
      },
    },
    { what: 'address', ask: async () => ofAddress(await countsOf(read, id, options), id) },
  ];
}

function ofDigest(read: Read, digest: string, signal: AbortSignal): Candidate[] {
  return [
    {
      what: 'transaction',
      ask: async () => {
        const list = await read('events.list', {}, { tx_digest: digest, page_size: '1' }, { signal });
        const total = list.metadata.total_items;
        if (total === 0) return [];
        return [
          {
            what: 'transaction',
            id: digest,
            href: events({ tx_digest: digest }),
            note: counted(total, 'event'),
          },
        ];
      },
    },
  ];
}

const SHOWN_TOOLS = 8;

function ofName(read: Read, name: string, signal: AbortSignal): Candidate[] {
  return [
    {
      what: 'tool',
      ask: async () => {
        const list = await read('tools.list', {}, { fqn: name, page_size: String(SHOWN_TOOLS) }, { signal });
        const hits = list.items.map((one): Hit => ({
          what: 'tool',
          id: one.fqn,
          href: tool(one.fqn),
          note: one.kind,
        }));
        const more = list.metadata.total_items - hits.length;
        return more <= 0
          ? hits
          : [...hits, { what: 'tools', id: name, href: tools({ fqn: name }), note: `${more} more` }];
      },
    },
  ];
}

/** An id within a longer text, or one that lost its 0x. */
function idWithin(text: string): string {
  const given = text.trim();
  if (/^[0-9a-f]{64}$/i.test(given)) return `0x${given}`;
  return /0x[0-9a-f]{64}(?![0-9a-f])/i.exec(given)?.[0] ?? given;
}

/** Searches for everything `text` can refer to. Rejects only when aborted. */
export async function findObject(read: Read, text: string, signal: AbortSignal): Promise<Finding> {
  const { kind, value } = readPasted(idWithin(text));
  if (value === '') return { hits: [], tried: [] };
  const candidates =
    kind === 'object'
      ? ofObject(read, value, signal)
      : kind === 'digest'
        ? ofDigest(read, value, signal)
        : ofName(read, value, signal);
  const answers = await Promise.allSettled(candidates.map((candidate) => candidate.ask()));
  signal.throwIfAborted();
  const finding: Finding = { hits: [], tried: [] };
  for (const [place, answer] of answers.entries()) {
    const what = candidates[place]?.what ?? '';
    if (answer.status === 'rejected') finding.tried.push({ what, outcome: outcomeOf(answer.reason) });
    else {
      finding.hits.push(...answer.value);
      finding.tried.push({ what, outcome: answer.value.length > 0 ? 'found' : 'not found' });
    }
  }
  return finding;
}
