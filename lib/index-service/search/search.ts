// GET /search (spec 10.8): objects by the beginning of their id; tools, skills, DAGs and reasons of failures by words.
// Invariant: an id is found through an index of its table however many rows there are; each type gives a few results, the newest first.
import { MOST_OF_TYPE, MOST_SKILLS, type SearchResult, type SearchResults } from '@/lib/contract/search';
import type { Handlers } from '@/lib/index-service/http/handler-types';
import { SEARCH } from '@/lib/index-service/limits';
import { AGENT_DESCRIPTION } from '@/lib/index-service/projections/agents';
import { DAG_DESCRIPTION } from '@/lib/index-service/projections/dags';
import { SKILL_OF_ROW } from '@/lib/index-service/projections/table-reader';
import { beginning } from '@/lib/index-service/store/foreign-text';
import type { Database, SqlValue } from '@/lib/index-service/store/database';

type Type = SearchResult['type'];
interface Search {
  type: Type;
  matched: 'id' | 'words';
  /** Gives id and title, the best first, without a limit. */
  sql: string;
  params: SqlValue[];
}

/** Tables of objects whose key is an id, with the SQL of their title. */
const OBJECTS: readonly { type: Type; from: string; title: string }[] = [
  { type: 'leader', from: 'leaders t', title: 'null::text' },
  { type: 'agent', from: 'agents t', title: AGENT_DESCRIPTION('t.key') },
  { type: 'dag', from: 'dags t', title: DAG_DESCRIPTION('t.key') },
  { type: 'execution', from: `executions t ${SKILL_OF_ROW}`, title: 'skill.description' },
  { type: 'task', from: `tasks t ${SKILL_OF_ROW}`, title: 'skill.description' },
  { type: 'payment', from: `payments t ${SKILL_OF_ROW}`, title: 'skill.description' },
];

/** The digit after a hex digit; no id has the one after `f`. */
function after(digit: string): string {
  return digit === '9' ? 'a' : String.fromCharCode(digit.charCodeAt(0) + 1);
}

/** A range of ids, which every index of them serves whatever its collation: all are digits and small letters. */
function withPrefix(prefix: string): { from: string; to: string } {
  return { from: prefix, to: `${prefix.slice(0, -1)}${after(prefix.slice(-1))}` };
}

function byHex(digits: string): Search[] {
  const { from, to } = withPrefix(`0x${digits}`);
  const params = [from, to];
  return [
    ...OBJECTS.map(({ type, from: table, title }): Search => ({
      type,
      matched: 'id',
      sql: `select t.key as id, ${title} as title from ${table} where t.key >= $1 and t.key < $2 order by t.key`,
      params,
    })),
    {
      type: 'address',
      matched: 'id',
      sql: `select t.sender_address as id, null::text as title from log_sender_counts t
            where t.sender_address >= $1 and t.sender_address < $2 order by t.sender_address`,
      params,
    },
  ];
}

function byDigest(prefix: string): Search {
  return {
    type: 'transaction',
    matched: 'id',
    sql: `select t.tx_digest as id, null::text as title from log_entries t
          where t.tx_digest like $1 and t.event_index = 0 and t.listed order by t.id desc`,
    params: [`${prefix}%`],
  };
}

/** A LIKE pattern of text that occurs anywhere. */
const anywhere = (text: string) => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

/** Reasons are searched in the latest failures. */
const FAILURES = (status: string) => `(select failure_reason, first_entry_id from executions
  where status = '${status}' order by first_entry_id desc limit ${SEARCH.failures})`;

function byWords(words: readonly string[]): Search[] {
  const params = words.map(anywhere);
  const every = (column: string) => params.map((_, at) => `${column} ilike $${at + 1}`).join(' and ');
  return [
    {
      type: 'tool',
      matched: 'words',
      sql: `select t.key as id, nullif(t.description, '') as title from tools t
            where ${every("(t.key || ' ' || coalesce(t.description, ''))")} order by t.first_entry_id desc`,
      params,
    },
    {
      type: 'skill',
      matched: 'words',
      sql: `select t.key as id, t.description as title from skills t
            where t.description is not null and ${every('t.description')} order by t.first_entry_id desc`,
      params,
    },
    {
      type: 'dag',
      matched: 'words',
      sql: `select t.id, t.title from (
              select d.key as id, ${DAG_DESCRIPTION('d.key')} as title, d.first_entry_id from dags d offset 0
            ) t where ${every('t.title')} order by t.first_entry_id desc`,
      params,
    },
    {
      type: 'reason',
      matched: 'words',
      sql: `select t.failure_reason as id, null::text as title
            from (${FAILURES('failed')} union all ${FAILURES('aborted')}) t
            where length(t.failure_reason) <= 256 and ${every('t.failure_reason')}
            group by t.failure_reason order by max(t.first_entry_id) desc`,
      params,
    },
  ];
}

/** What a text may be: an id with or without `0x`, the beginning of a digest, or words. */
export function searchesFor(text: string): Search[] {
  const trimmed = text.trim();
  const hex = /^(?:0x)?([0-9a-f]{1,64})$/i.exec(trimmed)?.[1]?.toLowerCase() ?? '';
  const words = trimmed.split(/\s+/).filter((word) => word.length >= SEARCH.wordCharacters);
  const isDigest = /^[1-9A-HJ-NP-Za-km-z]{1,44}$/.test(trimmed) && trimmed.length >= SEARCH.digestCharacters;
  return [
    ...(hex.length >= SEARCH.hexDigits ? byHex(hex) : []),
    ...(isDigest ? [byDigest(trimmed)] : []),
    ...(words.length > 0 ? byWords(words) : []),
  ];
}

async function find(db: Database, text: string): Promise<SearchResults> {
  const results: SearchResult[] = [];
  const more: Type[] = [];
  for (const { type, matched, sql, params } of searchesFor(text)) {
    const most = type === 'skill' ? MOST_SKILLS : MOST_OF_TYPE;
    const rows = await db.query<{ id: string; title: string | null }>(
      `select id, ${beginning('title')} as title from (${sql} limit ${most + 1}) found`,
      params,
    );
    for (const { id, title } of rows.slice(0, most)) results.push({ type, id, title, matched });
    if (rows.length > most) more.push(type);
  }
  return { results, more };
}

export const searchHandlers = {
  search: ({ db, query }) => find(db, query.q ?? ''),
} satisfies Handlers;
