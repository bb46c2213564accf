import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import type { QueryInput } from '@/lib/contract/endpoints';
import type { Read } from '@/lib/client/read';
import { allPagesQuery, findRowQuery, readAllRows } from './all-pages-query';

const id = `0x${'a'.repeat(64)}`;

/** A listing of `total` rows, newest first; `grow` new rows arrive after each page that is read. */
function listing(total: number, grow = 0) {
  const requested: (string | undefined)[] = [];
  const state = { total };
  const by = (async (_name: string, _params: unknown, query: Record<string, string> = {}) => {
    const offset = Number(query['page_token'] ?? 0);
    const size = Number(query['page_size']);
    requested.push(query['page_token']);
    const items = Array.from({ length: Math.max(0, Math.min(size, state.total - offset)) }, (_, index) => ({
      id: state.total - offset - index,
    }));
    const next = offset + size < state.total ? offset + size : null;
    const answer = { items, metadata: { next_token: next, total_items: state.total } };
    state.total += grow;
    return answer;
  }) as unknown as Read;
  return { requested, by };
}

/** A listing of these pages. After the last of them it ends, or has further empty pages, each with a new token. */
function pagesOf(pages: readonly (readonly { id: number }[])[], endless = false) {
  const requested: unknown[] = [];
  const by = (async (_name: string, _params: unknown, query: Record<string, string> = {}) => {
    const page = Number(query['page_token']?.slice(1) ?? 0);
    requested.push(page);
    const next_token = endless || page + 1 < pages.length ? `p${page + 1}` : null;
    return { items: pages[page] ?? [], metadata: { next_token, total_items: null } };
  }) as unknown as Read;
  return { requested, by };
}

const readAll = (by: Read) =>
  new QueryClient().fetchQuery(
    allPagesQuery('executions.events', { execution_object_id: id }, (row) => row.id, {}, by),
  );

describe('all pages of a listing', () => {
  it('of an index that ignores the filter are searched, not read to the end', async () => {
    const { by, requested } = listing(5_000);
    const ofOthers = (async (...request: Parameters<Read>) => {
      const answer = (await by(...request)) as { items: object[] };
      return {
        ...answer,
        items: answer.items.map((row) => ({ ...row, execution_object_id: `0x${'b'.repeat(64)}` })),
      };
    }) as unknown as Read;
    const query = { execution_object_id: id };
    const options = allPagesQuery('payments.list', {}, (row) => String(row['id']), query, ofOthers);
    const found = await new QueryClient().fetchQuery(options);
    expect(found).toMatchObject({ complete: false, total_items: 5_000 });
    expect([found.items.length, requested.length]).toEqual([1_000, 10]);
  });

  it('are read to the end, in order', async () => {
    const { by, requested } = listing(250);
    const answer = await readAll(by);
    expect(answer.items.map((row) => row.id)).toEqual(Array.from({ length: 250 }, (_, index) => 250 - index));
    expect(answer).toMatchObject({ total_items: 250, complete: true });
    expect(requested).toEqual([undefined, '100', '200']);
  });

  it('repeat and miss no row when rows arrive meanwhile', async () => {
    const { items } = await readAll(listing(250, 3).by);
    const ids = items.map((row) => row.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(Math.min(...ids)).toBe(1);
    expect(ids).toContain(250);
  });

  it('report progress while they are read', async () => {
    const client = new QueryClient();
    const options = allPagesQuery(
      'executions.events',
      { execution_object_id: id },
      (row) => row.id,
      {},
      listing(250).by,
    );
    const reported: unknown[] = [];
    client.getQueryCache().subscribe(({ query }) => {
      if (query.queryKey[0] === 'progress' && query.state.data !== reported.at(-1))
        reported.push(query.state.data);
    });
    await client.fetchQuery(options);
    expect(reported.filter((progress) => progress !== undefined)).toEqual([
      { read: 100, total: 250 },
      { read: 200, total: 250 },
    ]);
  });

  it('are incomplete beyond the limit', async () => {
    const answer = await readAll(listing(10_001).by);
    expect(answer.complete).toBe(false);
    expect(answer.items).toHaveLength(10_000);
  });
});

describe('all rows for an export', () => {
  const exported = (by: Read, cancel = new AbortController(), onProgress = () => {}) =>
    readAllRows(
      'executions.events',
      { execution_object_id: id },
      (row) => row.id,
      {},
      {
        signal: cancel.signal,
        onProgress,
        by,
      },
    );

  it('have no limit', async () => {
    const answer = await exported(listing(20_101).by);
    expect(answer).toMatchObject({ total_items: 20_101, complete: true });
    expect(answer.items).toHaveLength(20_101);
  });

  const pages = [[{ id: 3 }], [], [{ id: 2 }, { id: 1 }]];
  const read = { rows: async (by: Read) => exported(by), loaded: async (by: Read) => readAll(by) };

  it.each(Object.entries(read))('continue after an empty page: %s', async (_, all) => {
    const answer = await all(pagesOf(pages).by);
    expect(answer).toMatchObject({ total_items: 3, complete: true });
    expect(answer.items.map((row) => row.id)).toEqual([3, 2, 1]);
  });

  it.each(Object.entries(read))('end where only empty pages follow: %s', async (_, all) => {
    const { by, requested } = pagesOf(pages, true);
    expect(await all(by)).toMatchObject({ items: { length: 3 }, complete: false });
    expect(requested.length).toBeLessThan(200);
  });

  it('end incomplete where a page repeats rows', async () => {
    const { by, requested } = pagesOf([[{ id: 2 }], [{ id: 2 }], [{ id: 1 }]]);
    expect(await exported(by)).toMatchObject({ items: { length: 1 }, complete: false });
    expect(requested).toEqual([0, 1]);
  });

  it('stop when cancelled', async () => {
    const { by, requested } = listing(1_000);
    const cancel = new AbortController();
    await expect(exported(by, cancel, () => cancel.abort())).rejects.toThrow();
    expect(requested.length).toBeLessThan(4);
  });
});

/** Tasks `0` to `total - 1`, the last of them the newest; with a filter on an agent only those whose number it divides. */
function tasks(total: number) {
  const requested: string[] = [];
  const by = (async (_name: string, _params: unknown, query: Record<string, string> = {}) => {
    const every = query['agent_object_id'] === undefined ? 1 : Number(query['agent_object_id']);
    const all = Array.from({ length: total }, (_, index) => total - 1 - index).filter(
      (number) => number % every === 0,
    );
    const offset = Number(query['page_token'] ?? 0);
    const end = offset + Number(query['page_size']);
    requested.push(`${query['agent_object_id'] ?? 'all'} from ${offset}`);
    const items = all.slice(offset, end).map((number) => ({ object_id: String(number) }));
    return { items, metadata: { next_token: end < all.length ? end : null, total_items: all.length } };
  }) as unknown as Read;
  return { requested, by };
}

function find(by: Read, id: string, narrowings?: QueryInput<'tasks.list'>[]) {
  return new QueryClient().fetchQuery(
    findRowQuery('tasks.list', {}, id, (row) => row.object_id === id, narrowings, by),
  );
}

describe('a row without an endpoint for one record', () => {
  it('is found on a later page, and reading stops there', async () => {
    const { by, requested } = tasks(1000);
    expect((await find(by, '750')).row).toEqual({ object_id: '750' });
    expect(requested).toEqual(['all from 0', 'all from 100', 'all from 200']);
  });

  it('is sought in the narrow listing first, then in the wide one', async () => {
    const { by, requested } = tasks(90);
    expect((await find(by, '7', [{ agent_object_id: '2' }, {}])).row).toEqual({ object_id: '7' });
    expect(requested).toEqual(['2 from 0', 'all from 0']);
  });

  it('is reported missing once every row was searched', async () => {
    expect(await find(tasks(250).by, 'none')).toEqual({ row: null, searched: 250, complete: true });
  });

  it('is reported incomplete after a thousand rows', async () => {
    expect(await find(tasks(1001).by, '0')).toEqual({ row: null, searched: 1000, complete: false });
  });
});
