// How an index we did not write may differ, as data: one table per respect, and the ways in which they combine.
// Everything here is within the specification, or is what proxies in front of an index do.

import type { OddStream } from '@/e2e/foreign-index/odd-streams';

export interface Behaviour {
  /** Response to a path that the specification does not name. */
  unknownRoute: { status: number; html?: boolean };
  /** Every filter is dropped, as if its name were unknown. */
  ignoresFilters?: boolean;
  /** Names of its own wherever the specification shows none. */
  otherNames?: boolean;
  /** A later release: states, kinds and fields that we do not know, kinds it no longer knows, payloads we cannot decode. */
  laterRelease?: boolean;
  /** Time before each response. */
  delayMs?: number;
  /** The first request for each URL fails: refused for one second, or cut off in the middle. Streams are cut as well. */
  firstRequest?: 'limited' | 'truncated';
  /** GET /events is refused with 403; the stream is open and delivers an event per second. */
  refusesHistory?: boolean;
  /** Larger pages are refused with this status, or served with fewer rows at 200. */
  largestPage?: { rows: number; status: 200 | 400 | 413 | 422 };
  /** Tokens that say nothing about rows: text, or numbers that are no offsets. */
  tokens?: 'text' | 'numbers';
  /** Every listing but that of events, whose order is specified. */
  oldestFirst?: boolean;
  upperCaseIds?: boolean;
  /** Every number is a string. */
  textNumbers?: boolean;
  /** Every integer has a decimal point or an exponent. */
  spelledNumbers?: boolean;
  /** Times have an offset, and more digits than milliseconds. */
  offsetTimes?: boolean;
  /** Rows have columns whose names mean something else to JavaScript, or are like ours. */
  oddColumns?: boolean;
  /** Pages have at least so many rows, whatever is asked for. */
  smallestPage?: number;
  byteOrderMark?: boolean;
  /** Keys without a value are left out. */
  leavesOutNulls?: boolean;
  /** Of an execution: whether it was aborted is null for good, or false until it was. */
  abortFlag?: 'always null' | 'never null';
  eventTypes?: 'with suffix' | 'in snake case';
  total?: 'as text' | 'absent';
  contentType?: string;
  /** A path without a slash at its end redirects to the one with it. */
  slash?: boolean;
  /** Its stream differs, and events happen (foreign-streams.spec.ts). */
  oddStream?: OddStream;
}

/** What is true of an index in every respect where nothing else is chosen. */
const PLAIN: Behaviour = { unknownRoute: { status: 404 } };

const RESPECTS = {
  'unknown routes': {
    '404 JSON': {},
    '404 HTML': { unknownRoute: { status: 404, html: true } },
    '405': { unknownRoute: { status: 405 } },
    '403': { unknownRoute: { status: 403 } },
    '401': { unknownRoute: { status: 401 } },
  },
  filters: { honoured: {}, ignored: { ignoresFilters: true } },
  names: { ours: {}, other: { otherNames: true } },
  release: { ours: {}, later: { laterRelease: true } },
  delivery: {
    prompt: {},
    slow: { delayMs: 700 },
    limited: { firstRequest: 'limited' },
    truncated: { firstRequest: 'truncated' },
  },
  history: { served: {}, refused: { refusesHistory: true } },
} as const satisfies Record<string, Record<string, Partial<Behaviour>>>;

/** How the same rows may be served in other forms. Each is tried alone, and all that go together at once. */
const FORMS = {
  'pages of 20, others refused with 400': { largestPage: { rows: 20, status: 400 } },
  'pages of 50, others refused with 413': { largestPage: { rows: 50, status: 413 } },
  'pages of 10, others refused with 422': { largestPage: { rows: 10, status: 422 } },
  'pages of 20 rows at most': { largestPage: { rows: 20, status: 200 } },
  'tokens as text': { tokens: 'text' },
  'tokens as other numbers': { tokens: 'numbers' },
  'oldest first': { oldestFirst: true },
  'upper-case ids': { upperCaseIds: true },
  'numbers as text': { textNumbers: true, total: 'as text' },
  'numbers with exponents': { spelledNumbers: true },
  'times with an offset': { offsetTimes: true },
  'odd columns': { oddColumns: true },
  'pages of 30 rows at least': { smallestPage: 30 },
  'byte order mark': { byteOrderMark: true },
  'absent keys': { leavesOutNulls: true },
  'no flag of aborts': { abortFlag: 'always null' },
  'flags of aborts from the start': { abortFlag: 'never null' },
  'event types with suffix': { eventTypes: 'with suffix' },
  'event types in snake case': { eventTypes: 'in snake case' },
  'no total': { total: 'absent' },
  'text/plain': { contentType: 'text/plain; charset=utf-8' },
  'slash redirects': { slash: true },
  'all at once': {
    largestPage: { rows: 20, status: 400 },
    tokens: 'text',
    oldestFirst: true,
    upperCaseIds: true,
    textNumbers: true,
    leavesOutNulls: true,
    abortFlag: 'always null',
    eventTypes: 'with suffix',
    total: 'absent',
    contentType: 'text/plain',
    slash: true,
    offsetTimes: true,
    oddColumns: true,
    byteOrderMark: true,
  },
} as const satisfies Record<string, Partial<Behaviour>>;
export type Form = keyof typeof FORMS;

export type Respect = keyof typeof RESPECTS;
/** One level per respect, e.g. `{ filters: 'ignored', … }`, and the form where it is not that of the specification. */
export type Variant = Readonly<Record<Respect, string>> & { readonly form?: Form };

export const respects = Object.keys(RESPECTS) as Respect[];
const levelsOf = (respect: Respect): Record<string, Partial<Behaviour>> => RESPECTS[respect];
/** Every level of every respect, in the order of the tables. */
export const levels = respects.flatMap((respect) =>
  Object.keys(levelsOf(respect)).map((level) => ({ respect, level })),
);

export function behaviourOf(variant: Variant): Behaviour {
  return Object.assign(
    {},
    PLAIN,
    ...respects.map((respect) => levelsOf(respect)[variant[respect]]),
    variant.form === undefined ? {} : FORMS[variant.form],
  ) as Behaviour;
}

/** Every combination. */
export function everyVariant(): Variant[] {
  let variants: Record<string, string>[] = [{}];
  for (const respect of respects)
    variants = variants.flatMap((variant) =>
      Object.keys(levelsOf(respect)).map((level) => ({ ...variant, [respect]: level })),
    );
  return variants as Variant[];
}

const pairsOf = (variant: Variant) =>
  respects.flatMap((respect, at) =>
    respects.slice(at + 1).map((other) => `${respect}=${variant[respect]} ${other}=${variant[other]}`),
  );

/** The item that `score` likes best; of equals the first. */
function best<Item>(items: readonly Item[], score: (item: Item) => number): Item {
  return items.reduce((found, item) => (score(item) > score(found) ? item : found));
}

/** Respects with two levels, which would otherwise go hand in hand where a page meets few variants. */
const binary = respects.filter((respect) => Object.keys(levelsOf(respect)).length === 2);
const binaryPairsOf = (variant: Variant) =>
  pairsOf(variant).filter((pair) => binary.filter((respect) => pair.includes(`${respect}=`)).length === 2);

/** What a page has to meet: every level, and every two levels of respects that have two. */
const demandsOf = (variant: Variant) => [
  ...respects.map((respect) => `${respect}=${variant[respect]}`),
  ...binaryPairsOf(variant),
];

/**
 * Groups of variants. Each group meets the demands of a page; in all of them together every two levels of different
 * respects occur together. A page is opened with one group.
 */
export function variantGroups(): Variant[][] {
  const all = everyVariant();
  const open = new Set(all.flatMap(pairsOf));
  const groups: Variant[][] = [];
  while (open.size > 0) {
    const demands = new Set(all.flatMap(demandsOf));
    const group: Variant[] = [];
    while (demands.size > 0) {
      const gain = (variant: Variant) =>
        demandsOf(variant).filter((demand) => demands.has(demand)).length +
        pairsOf(variant).filter((pair) => open.has(pair)).length / 100;
      const next = best(all, gain);
      for (const demand of demandsOf(next)) demands.delete(demand);
      for (const pair of pairsOf(next)) open.delete(pair);
      group.push(next);
    }
    groups.push(group);
  }
  return groups;
}

/** An index that follows the specification to the letter, but for its form. */
export const inForm = (form: Form): Variant => ({ ...(everyVariant()[0] as Variant), form });
export const ALL_FORMS_AT_ONCE = inForm('all at once');
/** Each of the others alone. */
export const forms = (Object.keys(FORMS) as Form[]).filter((form) => form !== 'all at once').map(inForm);
