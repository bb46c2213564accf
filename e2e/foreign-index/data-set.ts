// The rows that a foreign index serves: those of our own index, read over HTTP and reduced to what the specification shows.
import type { Stack } from '@/e2e/stack/stack';
import { parseJson } from '@/lib/json/exact';
import { fieldNames, type RecordName } from '@/scripts/conformance/fields';

export type Row = Record<string, unknown>;

/** An index that started in the middle of the history: it has only the newest events. */
const MAX_EVENTS = 3_000;
const PAGE = 100;

export interface DataSet {
  /** Every row of a listing, newest first; null where the id is unknown. */
  rows(path: string): Promise<readonly Row[] | null>;
  /** The body of a path that is no listing. */
  record(path: string): Promise<Row | null>;
}

/** Of the stack at rest, which the tests of a worker share. */
let dataSet: Promise<DataSet> | undefined;
export const readDataSet = (stack: Stack): Promise<DataSet> => (dataSet ??= readOnce(stack));

/** Reads each path once. */
async function readOnce(stack: Stack): Promise<DataSet> {
  const key = await stack.claimKey();
  async function get(path: string): Promise<Row | null> {
    const response = await fetch(`${stack.indexUrl}${path}`, { headers: { 'x-api-key': key } });
    if (response.status === 404) return null;
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return parseJson(await response.text()) as Row;
  }
  async function all(path: string): Promise<readonly Row[] | null> {
    const items: Row[] = [];
    for (let token: number | null = 0; token !== null;) {
      const page = await get(`${path}?page_size=${PAGE}&page_token=${token}`);
      if (page === null) return null;
      items.push(...(page['items'] as Row[]));
      const { next_token } = page['metadata'] as { next_token: number | null };
      token = path === '/events' && items.length >= MAX_EVENTS ? null : next_token;
    }
    return items;
  }
  const once = <Result>(read: (path: string) => Promise<Result>) => {
    const cache = new Map<string, Promise<Result>>();
    return (path: string) => {
      const found = cache.get(path) ?? read(path);
      cache.set(path, found);
      return found;
    };
  };
  return { rows: once(all), record: once(get) };
}

/** The row with the specified fields only. */
export function asSpecified(record: RecordName, row: Row): Row {
  return Object.fromEntries(fieldNames(record).map((name) => [name, row[name]]));
}
