// What the search box offers without asking the index: pages, states, labels, event kinds, commands and recently viewed objects.
import { eventKinds, familyOf, shortKindName } from '@/lib/contract/event-kinds/catalogue';
import { executionStatuses, failureClasses } from '@/lib/contract/executions';
import { leaderStatuses } from '@/lib/contract/leaders';
import { paymentStates } from '@/lib/contract/payments';
import { taskStatuses } from '@/lib/contract/tasks';
import { familyLooks } from '@/lib/view/event-families';
import type { Label } from '@/lib/client/id-labels';
import { plainText, readEventId, shortId } from '@/lib/view/ids';
import { dags, events, executions, idPath, leaders, payments, tasks, tools } from '@/lib/view/paths';
import { statusWords } from '@/lib/view/status';
import { NAV } from './navigation';
import type { Recent } from './recents';

export interface Suggestion {
  what: string;
  id: string;
  /** Shown before the id. */
  name?: string | null;
  /** Either a link or a command (`run`). */
  href?: string;
  run?: () => void;
  /** The search box stays open. */
  stays?: true;
  note: string | null;
}

export interface Action {
  title: string;
  run: () => void;
}

const MOST_KINDS = 6;

const wordsOf = (text: string) => plainText(text).toLowerCase().split(' ').filter(Boolean);

function matches(title: string, words: readonly string[]): boolean {
  const lower = plainText(title).toLowerCase();
  return words.every((word) => lower.includes(word));
}

function kinds(words: readonly string[]): Suggestion[] {
  const [only] = words;
  // One or two letters match half of them.
  if (only === undefined || (words.length === 1 && only.length < 3)) return [];
  return Object.keys(eventKinds)
    .filter((kind) => matches(kind, words))
    .slice(0, MOST_KINDS)
    .map((kind) => {
      const family = familyOf(kind);
      const name = shortKindName(kind);
      return {
        what: 'event kind',
        id: name,
        href: events({ kinds: name }),
        note: family === undefined ? null : familyLooks[family].label,
      };
    });
}

/** Lists by state, class of failure or budget: `failed executions`. */
const STATES: readonly { title: string; href: string }[] = [
  ...executionStatuses.map((status) => ({
    title: `${statusWords(status)} executions`,
    href: executions({ status }),
  })),
  { title: 'failed or aborted executions', href: executions({ status: 'failed,aborted' }) },
  ...failureClasses.map((failure_class) => ({
    title: `executions with a ${statusWords(failure_class).replace(/ failure$/, '')} failure`,
    href: executions({ failure_class }),
  })),
  { title: 'stuck executions', href: executions({ stuck: 'true' }) },
  { title: 'executions over budget', href: executions({ over_budget: 'true' }) },
  ...taskStatuses.map((status) => ({ title: `${status} tasks`, href: tasks({ status }) })),
  ...paymentStates.map((final_state) => ({
    title: `${final_state} payments`,
    href: payments({ final_state }),
  })),
  ...leaderStatuses.map((status) => ({ title: `${status} leaders`, href: leaders({ status }) })),
  { title: 'unregistered tools', href: tools({ registered: 'false' }) },
  { title: 'DAGs being built', href: dags({ finalized: 'false' }) },
];

function states(words: readonly string[]): Suggestion[] {
  // Two letters are a part of many words.
  if (!words.some((word) => word.length > 2)) return [];
  return STATES.filter(({ title }) => matches(title, words)).map(({ title, href }) => ({
    what: 'state',
    id: title,
    href,
    note: null,
  }));
}

const MOST_LABELS = 6;

/** Whether a text is a part of a label, so that it must not leave the browser unasked. */
export function isPartOfLabel(text: string, labels: readonly Label[]): boolean {
  const words = wordsOf(text);
  return words.length > 0 && labels.some(({ label }) => matches(label, words));
}

function labelled(labels: readonly Label[], words: readonly string[]): Suggestion[] {
  return labels
    .filter(({ label }) => matches(label, words))
    .flatMap(({ type, ref, label }) => {
      const href = idPath(type, ref);
      return href === undefined
        ? []
        : [{ what: 'label', id: label, href, note: `${type === 'dag' ? 'DAG' : type} ${shortId(ref)}` }];
    })
    .slice(0, MOST_LABELS);
}

interface Known {
  recents: readonly Recent[];
  labels: readonly Label[];
  actions: readonly Action[];
  /** The name of an id, where it is known. */
  nameOf: (id: string) => string | null;
}

export function suggest(text: string, { recents, labels, actions, nameOf }: Known): Suggestion[] {
  const words = wordsOf(text);
  const recentItems = recents
    .map((recent) => ({ ...recent, name: nameOf(recent.id), note: 'recent' }))
    .filter(({ what, id, name }) => matches(`${what} ${id} ${name ?? ''}`, words));
  const doable = actions
    .filter(({ title }) => matches(title, words))
    .map(({ title, run }) => ({ what: 'action', id: title, run, note: null }));
  const pages = NAV.flatMap((group) => group.items)
    .filter((item) => matches(item.title, words))
    .map((item) => ({ what: 'page', id: item.title, href: item.href, note: null }));
  if (words.length === 0) return [...recentItems, ...pages, ...doable];
  const number = readEventId(text);
  const event =
    number === undefined
      ? []
      : [{ what: 'event', id: number, href: events({ event: number }), note: 'event ID' }];
  return [
    ...pages,
    ...states(words),
    ...labelled(labels, words),
    ...event,
    ...kinds(words),
    ...recentItems,
    ...doable,
  ];
}
