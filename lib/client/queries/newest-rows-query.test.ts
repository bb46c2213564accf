import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import type { Read } from '@/lib/client/read';
import { newestRowsQuery } from './newest-rows-query';

const [dag, otherDag] = ['a', 'b'].map((digit) => `0x${digit.repeat(64)}`);

/** `total` executions, every other one of another DAG when the filter is ignored. */
function executions(total: number, ignoresFilter = false) {
  const asked: string[] = [];
  const by = (async (_name: string, _params: unknown, query: Record<string, string>) => {
    const start = Number(query['page_token'] ?? 0);
    asked.push(String(start));
    const items = Array.from({ length: Math.min(100, total - start) }, (_, at) => ({
      object_id: String(start + at),
      dag_object_id: ignoresFilter && at % 2 === 1 ? otherDag : dag,
    }));
    const next_token = start + 100 < total ? start + 100 : null;
    return { items, metadata: { next_token, total_items: total } };
  }) as unknown as Read;
  return { asked, by };
}

const readNewest = (by: Read) =>
  new QueryClient().fetchQuery(
    newestRowsQuery('executions.list', {}, ({ object_id }) => object_id, { dag_object_id: dag }, by),
  );

it('reads a short list to its end', async () => {
  const { by, asked } = executions(250);
  const rows = await readNewest(by);
  expect(rows).toMatchObject({ read: 250, total_items: 250, complete: true });
  expect([rows.items.length, asked]).toEqual([250, ['0', '100', '200']]);
});

it('stops after 2,000 rows of a long one', async () => {
  const { by, asked } = executions(2_500);
  expect(await readNewest(by)).toMatchObject({ read: 2_000, total_items: 2_500, complete: false });
  expect(asked).toHaveLength(20);
});

it('keeps only the rows that match where the index ignores the filter', async () => {
  const rows = await readNewest(executions(300, true).by);
  expect([rows.items.length, rows.read, rows.complete]).toEqual([150, 300, true]);
});

it('leaves no rows when it is cancelled', async () => {
  const client = new QueryClient();
  const { by, asked } = executions(2_500);
  const options = newestRowsQuery(
    'executions.list',
    {},
    ({ object_id }) => object_id,
    { dag_object_id: dag },
    async (...request) => {
      if (asked.length === 3) await client.cancelQueries({ queryKey: options.queryKey });
      return by(...request);
    },
  );
  await expect(client.fetchQuery(options)).rejects.toThrow();
  expect([asked.length, client.getQueryData(options.queryKey)]).toEqual([4, undefined]);
});
