// GET /search (spec 10.8): what an id, its beginning, or words can mean. Beyond the specification.
import * as z from 'zod/mini';
import { textParam } from './query-params';
import { openEnum, record } from './record';

export const searchTypes = [
  'leader',
  'agent',
  'skill',
  'tool',
  'dag',
  'execution',
  'task',
  'payment',
  'address',
  'transaction',
  'reason',
] as const;

export const searchResult = record({
  type: openEnum(searchTypes),
  /** The id that the object's own endpoint takes; of a skill, `agent/skill`; of a reason, its text. */
  id: z.string(),
  /** What it is in words; null where unknown. */
  title: z.nullable(z.string()),
  matched: openEnum(['id', 'words']),
});
export type SearchResult = z.output<typeof searchResult>;

/** Results of one type. */
export const MOST_OF_TYPE = 5;
/** Results of type `skill`: a search by words should list every skill of a network. */
export const MOST_SKILLS = 50;

export const searchResults = record({
  results: z.array(searchResult),
  /** Types of which there are more results. */
  more: z.array(openEnum(searchTypes)),
});
export type SearchResults = z.output<typeof searchResults>;

/** Without `q` there are no results. */
export const searchFilters = z.object({ q: z.optional(textParam) });
