// A large answer on its way from the server into a page, as one text: React writes and reads a page's data value by value, which for a
// structure of thousands of edges costs more than the rest of the page. Invariant: an answer that JSON would not give back unchanged stays as it is.
import { textIn } from '@/lib/json/text-in';
import { fromCloneable, toCloneable } from '@/lib/json/cloneable';

const TEXT = 'sentAsText';

/** Fewer values are not worth it. */
const LARGE = 500;

/** How many values there are in `value`; null when JSON cannot hold one of them (a bigint, undefined, a date). */
function valuesIn(value: unknown): number | null {
  if (value === null) return 1;
  if (typeof value !== 'object')
    return typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value) ? 1 : null;
  if (!Array.isArray(value) && Object.getPrototypeOf(value) !== Object.prototype) return null;
  let count = 1;
  for (const each of Object.values(value)) {
    const inside = valuesIn(each);
    if (inside === null) return null;
    count += inside;
  }
  return count;
}

/** Of the texts of one document: more than the structure of the largest graph that is drawn. */
export const MOST_TEXT = 2_000_000;

/** Decides which answers a document carries. The browser fetches the others itself, such as rows with reasons of megabytes. */
export function documentBudget(): (answer: unknown) => boolean {
  let remaining = MOST_TEXT;
  return (answer) => {
    const text = textIn(answer, remaining);
    if (text > remaining) return false;
    remaining -= text;
    return true;
  };
}

/** The texts of earlier answers: a server keeps those that cannot change (lib/relay/upstream/reads.ts). */
const textCache = new WeakMap<object, string>();

/** For `dehydrate`: a large answer as text, any other as React can write it. */
export function dehydrateAnswer(answer: unknown): unknown {
  const before = typeof answer === 'object' && answer !== null ? textCache.get(answer) : undefined;
  if (before !== undefined) return { [TEXT]: before };
  if ((valuesIn(answer) ?? 0) < LARGE) return toCloneable(answer);
  const text = JSON.stringify(answer);
  textCache.set(answer as object, text);
  return { [TEXT]: text };
}

/** On a server, the latest texts and their parsed values, so that opening a page again reuses what was derived from them. */
const readBefore = new Map<string, unknown>();
/** In characters. */
const MOST_KEPT = 4_000_000;
let cachedLength = 0;

function readOnce(text: string): unknown {
  const answer = readBefore.get(text) ?? (JSON.parse(text) as unknown);
  if (!readBefore.delete(text)) cachedLength += text.length;
  readBefore.set(text, answer);
  for (const oldest of readBefore.keys()) {
    if (cachedLength <= MOST_KEPT) break;
    readBefore.delete(oldest);
    cachedLength -= oldest.length;
  }
  return answer;
}

/** For `hydrate`: the answer before `dehydrateAnswer`. Must not be modified. */
export function hydrateAnswer(sent: unknown): unknown {
  if (typeof sent !== 'object' || sent === null) return sent;
  const text = (sent as Record<string, unknown>)[TEXT];
  if (Object.keys(sent).length !== 1 || typeof text !== 'string') return fromCloneable(sent);
  return typeof window === 'undefined' ? readOnce(text) : (JSON.parse(text) as unknown);
}
