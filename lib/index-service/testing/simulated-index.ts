// An index in memory with the first events of a simulated network, and readers of it: what statistics are checked against.
import type { Item, ListingName } from '@/lib/contract/endpoints';
import type { Execution } from '@/lib/contract/executions';
import type { Listing, PageToken } from '@/lib/contract/record';
import type { RecordedLine } from '@/lib/index-service/log/recorded-line';
import { openMemoryIndex, type MemoryIndex } from './memory-index';
import { simulatedLines } from './simulated-lines';

const EVENTS = 8_000;

/** All items of a listing. */
export async function allOf<Name extends ListingName>(
  index: MemoryIndex,
  name: Name,
  params: Record<string, string> = {},
): Promise<Item<Name>[]> {
  const items: Item<Name>[] = [];
  for (let token: PageToken | null = 0; token !== null;) {
    const query = { page_size: '100', page_token: String(token) };
    // A listing's answer is one of its items; the compiler cannot see that through the name.
    const page = (await index.answer(name, params, query)) as unknown as Listing<Item<Name>>;
    items.push(...page.items);
    token = page.metadata.next_token;
  }
  return items;
}

/** The on-chain time of each entry of the log by its id, in milliseconds; null where it is unknown. */
export async function entryTimes({ db }: MemoryIndex): Promise<ReadonlyMap<number, number | null>> {
  const entries = await db.query<{ id: bigint; onchain_at: string | null }>(
    'select id, onchain_at from log_entries',
  );
  return new Map(
    entries.map(({ id, onchain_at }) => [Number(id), onchain_at === null ? null : Date.parse(onchain_at)]),
  );
}

/** What names no group. */
export const UNNAMED = { bucket_start: null, group: null, subgroup: null, title: null, subtitle: null };

/** `more` is appended after the network's events. */
export async function openSimulatedIndex(more: readonly RecordedLine[] = []): Promise<MemoryIndex> {
  const index = await openMemoryIndex();
  await index.log.append([...simulatedLines('stats', EVENTS), ...more]);
  return index;
}

/** The mean of amounts that are not negative, rounded; null without any. */
export function meanOf(values: readonly bigint[]): bigint | null {
  if (values.length === 0) return null;
  const sum = values.reduce((total, value) => total + value, 0n);
  return (2n * sum + BigInt(values.length)) / BigInt(2 * values.length);
}

/** The middle half of the time in which these executions were created. */
export function middleOf(rows: readonly Execution[]): { from: string; to: string } {
  const times = rows.flatMap(({ onchain_created_at }) =>
    onchain_created_at === null ? [] : [Date.parse(onchain_created_at)],
  );
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const quarter = (last - first) / 4;
  return { from: new Date(first + quarter).toISOString(), to: new Date(last - quarter).toISOString() };
}

/** Whether it was created within the window. */
export function isWithin(
  { onchain_created_at }: Execution,
  { from, to }: { from: string; to: string },
): boolean {
  const at = Date.parse(onchain_created_at ?? '');
  return at >= Date.parse(from) && at < Date.parse(to);
}
