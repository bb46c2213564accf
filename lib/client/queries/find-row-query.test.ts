import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import type { QueryInput } from '@/lib/contract/endpoints';
import type { Read } from '@/lib/client/read';
import { findRowQuery } from './all-pages-query';

/** Tasks `0` to `total - 1`, the last of them the newest; with a filter on an agent only those whose number it divides. */
function tasks(total: number) {
  const asked: string[] = [];
  const by = (async (_name: string, _params: unknown, query: Record<string, string> = {}) => {
    const every = query['agent_object_id'] === undefined ? 1 : Number(query['agent_object_id']);
    const all = Array.from({ length: total }, (_, index) => total - 1 - index).filter(
      (number) => number % every === 0,
    );
    const offset = Number(query['page_token'] ?? 0);
    const end = offset + Number(query['page_size']);
    asked.push(`${query['agent_object_id'] ?? 'all'} from ${offset}`);
    const items = all.slice(offset, end).map((number) => ({ object_id: String(number) }));
    return { items, metadata: { next_token: end < all.length ? end : null, total_items: all.length } };
  }) as unknown as Read;
  return { asked, by };
}

function find(by: Read, id: string, narrowings?: QueryInput<'tasks.list'>[]) {
  return new QueryClient().fetchQuery(
    findRowQuery('tasks.list', {}, id, (row) => row.object_id === id, narrowings, by),
  );
}

describe('a row that has no endpoint of its own', () => {
  it('is found on a later page, and reading stops there', async () => {
    const { by, asked } = tasks(1000);
    expect((await find(by, '750')).row).toEqual({ object_id: '750' });
    expect(asked).toEqual(['all from 0', 'all from 100', 'all from 200']);
  });

  it('is sought in the narrow listing first, then in the wide one', async () => {
    const { by, asked } = tasks(90);
    expect((await find(by, '7', [{ agent_object_id: '2' }, {}])).row).toEqual({ object_id: '7' });
    expect(asked).toEqual(['2 from 0', 'all from 0']);
  });

  it('is said to be missing when every row was seen', async () => {
    expect(await find(tasks(250).by, 'none')).toEqual({ row: null, looked: 250, complete: true });
  });

  it('is given up after a thousand rows, which is told', async () => {
    expect(await find(tasks(1001).by, '0')).toEqual({ row: null, looked: 1000, complete: false });
  });
});
