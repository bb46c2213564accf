// Questions in words, as typed into the search box: "failure rate by tool and week, last 30 days".
import { MEASURE_NAMES, MEASURES } from './analyze';
import type { Measure } from './analyze-measure';
import { TIMES } from './analyze-dimensions';
import { analyze, type Query } from './paths';
import { type AnalyzePeriod, PERIOD_LABELS, PERIODS } from './periods';

export interface NamedAnalysis {
  title: string;
  href: string;
}

/** Offered for one text. */
const MOST = 6;

/** Other words for those of labels. */
const SYNONYMS: ReadonlyMap<string, string> = new Map([
  ['runs', 'executions'],
  ['sui', 'cost'],
  ['spending', 'cost'],
  ['average', 'mean'],
]);

/** Words that select executions: “cost per successful run”, “runs over budget”. */
const SELECTIONS: ReadonlyMap<string, Query> = new Map<string, Query>([
  ['successful', { status: 'succeeded' }],
  ['succeeded', { status: 'succeeded' }],
  ['aborted', { status: 'aborted' }],
  ['running', { status: 'running' }],
  ['stuck', { stuck: 'true' }],
  ['over budget', { over_budget: 'true' }],
]);

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean);

/** A plural is its singular. */
const singular = (word: string) => word.replace(/(?<=..)s$/, '');
const isSame = (word: string, typed: string) => singular(word) === singular(typed);
const begins = (word: string, typed: string) => word.startsWith(singular(typed));

/** Those that these words name: the one with this label, otherwise those whose labels begin so, otherwise all whose labels have the words. */
function named<Choice extends { label: string }>(typed: string, choices: readonly Choice[]): Choice[] {
  const words = wordsOf(typed).map((word) => SYNONYMS.get(word) ?? word);
  if (words.length === 0) return [];
  for (const matches of [isSame, begins]) {
    const found = choices.filter(({ label }) => {
      const own = wordsOf(label);
      return own.length === words.length && own.every((word, place) => matches(word, words[place] ?? ''));
    });
    if (found.length > 0) return found;
  }
  return choices.filter(({ label }) =>
    words.every((word) => wordsOf(label).some((own) => begins(own, word))),
  );
}

/** The words that name each period. */
const PERIOD_WORDS: readonly (readonly [AnalyzePeriod, readonly string[]])[] = [
  ...Object.entries(PERIODS).map(
    ([name, { label, short }]) =>
      [name as AnalyzePeriod, [label.toLowerCase(), short, name]] satisfies [AnalyzePeriod, string[]],
  ),
  ['all', ['all time', 'all-time', 'ever']],
];

/** A period named at the end of a text, and the text without it. */
function periodIn(text: string): { period: AnalyzePeriod | null; rest: string } {
  for (const [period, names] of PERIOD_WORDS)
    for (const words of names)
      if (text.endsWith(` ${words}`))
        return { period, rest: text.slice(0, -words.length).replace(/[\s,]+$/, '') };
  return { period: null, rest: text };
}

/** The selection in a text, and the text without it. */
function selectionIn(text: string): { words: string | null; filters: Query; rest: string } {
  const padded = ` ${text} `;
  for (const [words, filters] of SELECTIONS)
    if (padded.includes(` ${words} `))
      return { words, filters, rest: padded.replace(` ${words} `, ' ').trim() };
  return { words: null, filters: {}, rest: text };
}

const inTitle = (label: string) => (label === label.toUpperCase() ? label : label.toLowerCase());

/** What a text asks of the Analyze page: a measure, `by` one or two dimensions, and a period; nothing where it is no such question. */
export function analysesIn(text: string): NamedAnalysis[] {
  const { period, rest } = periodIn(text.trim().toLowerCase());
  // `Cost per run by agent` has both.
  const [typed = '', dimensions] = rest.split(/\sby\s/.test(rest) ? /\sby\s/ : /\sper\s/);
  if (dimensions === undefined) return [];
  const parts = dimensions.split(/\s+and\s+|\s*,\s*/).filter(Boolean);
  if (parts.length === 0 || parts.length > 2) return [];
  const { words, filters, rest: measured } = selectionIn(typed);
  const measures = named(
    measured,
    MEASURE_NAMES.map((name) => ({ name, label: MEASURES[name].label })),
  ).filter(({ name }) => words === null || MEASURES[name].base === 'execution');
  return measures
    .flatMap(({ name, label }) => {
      const measure: Measure = MEASURES[name];
      const choices = [
        ...Object.entries(measure.dimensions).map(([id, { label }]) => ({ id, label })),
        ...Object.entries(TIMES).map(([id, label]) => ({ id, label })),
      ];
      const [first = [], second] = parts.map((part) => named(part, choices));
      return first.flatMap((by) =>
        (second ?? [null]).flatMap((and) => {
          if (and?.id === by.id) return [];
          const title = [by, ...(and === null ? [] : [and])].map((each) => inTitle(each.label)).join(' and ');
          const when = period === null ? '' : `, ${PERIOD_LABELS[period].toLowerCase()}`;
          return {
            title: `${label} by ${title}${words === null ? '' : `, ${words}`}${when}`,
            href: analyze({
              measure: name,
              by: by.id,
              and: and?.id ?? 'none',
              ...(period !== null && { period }),
              ...filters,
            }),
          };
        }),
      );
    })
    .slice(0, MOST);
}
