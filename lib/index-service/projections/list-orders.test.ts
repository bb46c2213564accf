// Every order of every list against its unordered rows.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { endpoints, isEndpointName, type EndpointName, type ListingName } from '@/lib/contract/endpoints';
import { costOf, type Execution } from '@/lib/contract/executions';
import { paramMeta } from '@/lib/contract/query-params';
import type { Listing } from '@/lib/contract/record';
import type { Agent } from '@/lib/contract/agents';
import type { Payment, PriorityFeeEvent } from '@/lib/contract/payments';
import type { MemoryIndex } from '@/lib/index-service/testing/memory-index';
import { allOf, openSimulatedIndex } from '@/lib/index-service/testing/simulated-index';

type Row = Record<string, unknown>;

/** Orders whose name is no field of the row. */
const COMPUTED: Readonly<Record<string, (row: never) => unknown>> = {
  cost_mist: (row: Execution) => costOf(row),
  skill_count: (row: Agent) => row.skills?.length,
  state: ({ finalized_at }: { finalized_at: string | null }) => finalized_at !== null,
  sui: ({ kind, amount, sui_out }: PriorityFeeEvent) =>
    kind === 'deposit_created' ? amount : sui_out && -sui_out,
  used: ({ cost_mist, max_budget_mist }: Payment) =>
    cost_mist && max_budget_mist > 0n ? (cost_mist * 10n ** 30n) / max_budget_mist : cost_mist,
  us: ({ kind, amount, us_in }: PriorityFeeEvent) => (kind === 'withdrawn' ? amount && -amount : us_in),
};

const TIME = /^\d{4}-\d{2}-\d{2}T/;

/** As a value that `<` orders; null for unknown. */
function comparable(value: unknown): bigint | string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return TIME.test(value) ? BigInt(Date.parse(value)) : value;
  return BigInt(value as bigint | number | boolean);
}

function sorted(rows: readonly Row[], column: string, descending: boolean): Row[] {
  const read = (COMPUTED[column] ?? ((row: Row) => row[column])) as (row: Row) => unknown;
  const sign = descending ? -1 : 1;
  return rows.toSorted((one, other) => {
    const [a, b] = [comparable(read(one)), comparable(read(other))];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    if (a === b) return 0;
    return a < b ? -sign : sign;
  });
}

function ordersOf(name: EndpointName): readonly string[] {
  const shape: Readonly<Record<string, z.ZodMiniType>> = endpoints[name].query.shape;
  return shape['order_by'] === undefined ? [] : (paramMeta(shape['order_by'])?.known ?? []);
}

const isOrdered = (name: string): name is ListingName =>
  isEndpointName(name) && !name.startsWith('stats.') && ordersOf(name).length > 0;
const cases = Object.keys(endpoints)
  .filter(isOrdered)
  .map((name) => [name, ordersOf(name)] as const);

let index: MemoryIndex;
beforeAll(async () => {
  index = await openSimulatedIndex();
});
afterAll(() => index.close());

test.each(cases)(
  '%s: each order covers the whole list, unknown values last, equal ones newest first',
  { tags: ['full'] },
  async (name, orders) => {
    const rows = (await allOf(index, name)) as Row[];
    expect(rows.length).toBeGreaterThan(3);
    expect(orders.length).toBeGreaterThan(0);
    for (const order of orders) {
      const [column = '', direction] = order.split('.');
      const query = { order_by: order, page_size: '100' };
      const page = (await index.answer(name, {}, query)) as unknown as Listing<Row>;
      expect(page.items, order).toEqual(sorted(rows, column, direction === 'desc').slice(0, 100));
    }
  },
);
