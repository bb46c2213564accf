// What the search box offers without asking the index: pages, labels, event kinds, commands and recently viewed objects.
import { eventKinds, familyOf, shortKindName } from '@/lib/contract/event-kinds/catalogue';
import { familyLooks } from '@/lib/view/event-families';
import type { Label } from '@/lib/client/id-labels';
import { shortId } from '@/lib/view/ids';
import { events, idPath } from '@/lib/view/paths';
import { NAV } from './navigation';
import type { Recent } from './recents';

export interface Suggestion {
  what: string;
  id: string;
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

function matches(title: string, words: readonly string[]): boolean {
  const lower = title.toLowerCase();
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

const MOST_LABELS = 6;

/** Whether a text is a part of a label, so that it must not leave the browser unasked. */
export function isPartOfLabel(text: string, labels: readonly Label[]): boolean {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
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
}

export function suggest(text: string, { recents, labels, actions }: Known): Suggestion[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const seen = recents
    .filter(({ what, id }) => matches(`${what} ${id}`, words))
    .map(({ what, id, href }) => ({ what, id, href, note: 'recent' }));
  const doable = actions
    .filter(({ title }) => matches(title, words))
    .map(({ title, run }) => ({ what: 'action', id: title, run, note: null }));
  if (words.length === 0) return [...seen, ...doable];
  const pages = NAV.flatMap((group) => group.items)
    .filter((item) => matches(item.title, words))
    .map((item) => ({ what: 'page', id: item.title, href: item.href, note: null }));
  const number = /^#?(\d{1,19})$/.exec(text.trim())?.[1];
  const event =
    number === undefined
      ? []
      : [{ what: 'event', id: number, href: events({ event: number }), note: 'event id' }];
  return [...pages, ...labelled(labels, words), ...event, ...kinds(words), ...seen, ...doable];
}
