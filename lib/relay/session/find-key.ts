// Finds API keys in the response to a claim, whose shape the specification doesn't give: any JSON, plain text, or id and secret in two fields.
// Invariant: nothing that could be the key is omitted; the index decides which candidate it is.
import { PRINTABLE_KEY } from '@/lib/contract/keys';
import { isJsonNumber, jsonOrUndefined } from '@/lib/json/exact';
import { isJsonObject } from '@/lib/json/exact-number';

const MAX_CANDIDATES = 12;
const MAX_DEPTH = 20;
/** Characters of a response in which a key is looked for, and ids that are tried with secrets of other fields: an index may send anything. */
const MAX_TEXT = 64 * 1024;
const MAX_PARTS = 40;

/** A value of the response with the name of its field, or of the array that contains it. */
interface Field {
  name: string;
  value: unknown;
}

const ID_NAME = /(^|[_-])(id|identifier|prefix|public|name)$/i;
const SECRET_NAME = /secret|token|key|credential|password|value/i;
const WHOLE_KEY = /^[^\s.@/:]+\.[^\s@]+$/;
const KEY_IN_TEXT = /(?<![\w.@-])[\w-]{1,128}\.[\w~+/=-]{8,512}/g;
const PAIR_IN_TEXT = /([\w-]{2,40})["']?\s*[=:>]\s*["']?([^\s"'&,;<>]+)/g;

const snakeCase = (name: string) => name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();

function collect(value: unknown, name: string, into: Field[], depth = 0): void {
  if (depth > MAX_DEPTH) return;
  if (Array.isArray(value)) {
    into.push({ name, value });
    for (const element of value) collect(element, name, into, depth + 1);
  } else if (isJsonObject(value)) {
    for (const [field, inner] of Object.entries(value)) {
      into.push({ name: '', value: field });
      collect(inner, snakeCase(field), into, depth + 1);
    }
  } else {
    const inner = typeof value === 'string' && /^\s*[[{]/.test(value) ? jsonOrUndefined(value) : undefined;
    if (inner === undefined) into.push({ name, value });
    else collect(inner, name, into, depth + 1);
  }
}

/** Every value in the response. What is not JSON is read as text with `name: value` pairs. */
export function fieldsOf(text: string): Field[] {
  const fields: Field[] = [];
  if (text.length > MAX_TEXT) return fields;
  const json = jsonOrUndefined(text);
  if (json !== undefined) collect(json, '', fields);
  else {
    fields.push({ name: '', value: text.trim() });
    for (const [, name = '', value = ''] of text.matchAll(PAIR_IN_TEXT))
      fields.push({ name: snakeCase(name), value });
  }
  return fields;
}

/** What could be the key, the likeliest first. */
export function keyCandidates(fields: readonly Field[]): string[] {
  const texts = fields.flatMap(({ name, value }) =>
    typeof value === 'string' || isJsonNumber(value) ? [{ name, text: String(value).trim() }] : [],
  );
  const isKeyName = (name: string) => SECRET_NAME.test(name) && !ID_NAME.test(name);
  const whole = texts.filter(({ text }) => WHOLE_KEY.test(text));
  const bare = texts.filter(({ text }) => text !== '' && !/[\s@]/.test(text));
  const ids = bare.filter(({ name }) => ID_NAME.test(name));
  const secrets = bare.filter(({ name }) => isKeyName(name));
  const found = [
    ...whole.filter(({ name }) => isKeyName(name)).map(({ text }) => text),
    ...whole.filter(({ text }) => !text.includes('://')).map(({ text }) => text),
    ...texts.flatMap(({ text }) => text.match(KEY_IN_TEXT) ?? []),
    ...ids
      .slice(0, MAX_PARTS)
      .flatMap((id) => secrets.slice(0, MAX_PARTS).map((secret) => `${id.text}.${secret.text}`)),
    ...secrets.map(({ text }) => text),
  ];
  return [...new Set(found.filter((key) => PRINTABLE_KEY.test(key)))].slice(0, MAX_CANDIDATES);
}

function timeOf(value: unknown): string | null {
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) && !Number.isNaN(Date.parse(value)))
    return value;
  const number = isJsonNumber(value) ? Number(value) : undefined;
  // Epoch seconds up to the year 5138, milliseconds beyond.
  const time = number !== undefined ? new Date(number < 1e11 ? number * 1000 : number) : undefined;
  const read = time ?? (typeof value === 'string' ? new Date(value) : undefined);
  return read === undefined || Number.isNaN(read.getTime()) ? null : read.toISOString();
}

function scopeNames(list: readonly unknown[]): string[] {
  return list.flatMap((element): string[] => {
    if (typeof element === 'string') return [element];
    const { scope, name } = (element ?? {}) as Record<string, unknown>;
    const named = scope ?? name;
    return typeof named === 'string' ? [named] : [];
  });
}

/** What the response says about the key, as far as it is recognized; null is unknown. */
export function statedFacts(fields: readonly Field[]): {
  scopes: string[] | null;
  requests_per_minute: number | null;
  expires_at: string | null;
} {
  const named = (pattern: RegExp) =>
    fields.filter(({ name }) => pattern.test(name)).map(({ value }) => value);
  const lists = named(/scope|permission/).flatMap((value) =>
    Array.isArray(value) ? [scopeNames(value)] : [],
  );
  const limits = named(/^(requests?_per_minute|rate_?limit|rpm)$/)
    .map(Number)
    .filter((limit) => Number.isInteger(limit) && limit > 0);
  return {
    scopes: lists.find((names) => names.length > 0) ?? null,
    requests_per_minute: limits.length === 0 ? null : Math.min(...limits),
    expires_at:
      named(/expir|valid_(un)?til/)
        .map(timeOf)
        .find((time) => time !== null) ?? null,
  };
}

const FIELD_OF_ISSUE = ['field', 'param', 'name', 'pointer', 'loc', 'path', 'property'];
const TEXT_OF_ISSUE = ['message', 'msg', 'reason', 'detail', 'error'];

/** The field that a validation error names, and its message: `{field, message}`, `{errors: {email: [...]}}`, `{loc: [...], msg}`. */
export function invalidField(
  body: unknown,
  names: readonly string[],
  depth = 0,
): { name: string; message: string } | undefined {
  if (typeof body !== 'object' || body === null || depth > MAX_DEPTH) return undefined;
  const entries = new Map<string, unknown>(Object.entries(body));
  const message = TEXT_OF_ISSUE.map((key) => entries.get(key)).find((text) => typeof text === 'string');
  for (const key of FIELD_OF_ISSUE) {
    const named = [entries.get(key)]
      .flat()
      .filter((part) => typeof part === 'string')
      .join('/');
    const name = names.find((field) => named.split(/[/.]/).includes(field));
    if (name !== undefined && message !== undefined) return { name, message };
  }
  for (const name of names) {
    const value = entries.get(name);
    const first: unknown = Array.isArray(value) ? value[0] : value;
    if (typeof first === 'string') return { name, message: first };
  }
  for (const inner of entries.values()) {
    const found = invalidField(inner, names, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}
