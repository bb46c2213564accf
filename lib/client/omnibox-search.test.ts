import { describe, expect, it } from 'vitest';
import { findObject } from './omnibox-search';
import { createRead } from './read';

const id = `0x${'ab'.repeat(32)}`;
const signal = new AbortController().signal;
const applied = () => Promise.resolve(true);
const listing = (total: number) => ({ items: [], metadata: { next_token: null, total_items: total } });

const event = {
  id: 1,
  kind: 'LeaderUpsertedEvent',
  tx_digest: 'tx',
  sender_address: id,
  onchain_at: null,
  payload: {},
};

/** A reader over a table of paths; every other path is unknown to the index. */
function readerOf(answers: Record<string, [number, unknown]>) {
  return createRead((input) => {
    const path = (input as string).replace('/api/index', '');
    const [status, body] = answers[path] ?? [404, { error_code: 'NOT_FOUND', message: 'nothing' }];
    return Promise.resolve(new Response(JSON.stringify(body), { status }));
  });
}

const asAddress = [
  `/events?sender=${id}&page_size=1`,
  `/payments?funder=${id}&page_size=1`,
  `/leaders?leader_address=${id}&page_size=1`,
  `/tools?creator=${id}&page_size=1`,
  `/dags?creator=${id}&page_size=1`,
  `/tasks?controller=${id}&page_size=1`,
];

describe('findObject', () => {
  it('does not take an agent for a wallet because it controls tasks', async () => {
    const row = {
      created_at: 'x',
      updated_at: 'x',
      onchain_created_at: null,
      status: 'active',
      agent_object_id: id,
    };
    const task = {
      ...row,
      object_id: id,
      controller_kind: 'agent',
      controller_address: null,
      controller_agent_id: id,
      skill_id: 1,
    };
    const read = readerOf({
      ...Object.fromEntries(asAddress.map((path) => [path, [200, listing(0)]])),
      [asAddress[5]!]: [200, { items: [task], metadata: { next_token: null, total_items: 1 } }],
      [`/agents/${id}/skills?page_size=1`]: [200, listing(2)],
    });
    expect((await findObject(read, id, signal, applied)).hits.map(({ what }) => what)).toEqual(['agent']);
  });

  it('recognises a wallet from any record that names it, and finds an id within a link or without its 0x', async () => {
    const read = readerOf({ [asAddress[1]!]: [200, listing(3)], [asAddress[3]!]: [200, listing(1)] });
    for (const text of [
      `https://explorer.example/object/${id}?x=1`,
      id.slice(2),
      `ＩＤ ０ｘ\u200b${id.slice(2)}\u2069`,
    ]) {
      const { hits } = await findObject(read, text, signal, applied);
      expect(hits).toEqual([{ what: 'address', id, href: `/address/${id}`, note: 'payments: 3, tools: 1' }]);
    }
  });

  it('gives no count of an index that ignores the filter, and finds nothing by it alone', async () => {
    const counted = (path: string, items: object[]) =>
      ({ [path]: [200, { items, metadata: { next_token: 1, total_items: 900 } }] }) as const;
    const ignored = () => Promise.resolve(false);
    const found = async (answers: object) =>
      (await findObject(readerOf(answers as never), id, signal, ignored)).hits.map(({ what, note }) => [
        what,
        note,
      ]);
    const without = Object.fromEntries(asAddress.map((path) => [path, [200, listing(0)]]));
    // A row that names the owner.
    expect(
      await found({ ...without, ...counted(asAddress[0]!, [{ ...event, sender_address: id }]) }),
    ).toEqual([['address', 'events sent']]);
    expect(
      await found({
        ...without,
        ...counted(asAddress[0]!, [{ ...event, sender_address: `0x${'cd'.repeat(32)}` }]),
      }),
    ).toEqual([]);
    // A row that does not.
    expect(await found({ ...without, ...counted(asAddress[3]!, [{ fqn: 'xyz.tool@1' }]) })).toEqual([]);
  });

  it('finds an id in every family, and reports what else was tried', async () => {
    const read = readerOf({
      [`/agents/${id}/skills?page_size=1`]: [200, listing(2)],
      [`/tasks/${id}/executions?page_size=1`]: [403, {}],
      ...Object.fromEntries(asAddress.map((path) => [path, [200, listing(0)]])),
      [`/payments/${id}`]: [500, {}],
    });
    const finding = await findObject(read, ` ${id.toUpperCase().replace('0X', '0x')} `, signal);
    expect(finding.hits).toEqual([{ what: 'agent', id, href: `/agents/${id}`, note: '2 skills' }]);
    expect(Object.fromEntries(finding.tried.map((attempt) => [attempt.what, attempt.outcome]))).toEqual({
      leader: 'not found',
      DAG: 'not found',
      execution: 'not found',
      payment: 'failed',
      agent: 'found',
      task: 'no scope',
      address: 'not found',
    });
  });

  it('knows an execution by its events where the index has no record of it', async () => {
    const read = readerOf({
      [`/executions/${id}`]: [501, {}],
      [`/executions/${id}/events?page_size=1`]: [200, listing(1)],
    });
    const { hits } = await findObject(read, id, signal, applied);
    expect(hits).toEqual([{ what: 'execution', id, href: `/executions/${id}`, note: '1 event' }]);
  });

  it('reads a digest as the events of a transaction', async () => {
    const digest = '7xKqABCDEFGHJKLMNPQRSTUVWXYZ123456789abc9dPe';
    const read = readerOf({ [`/events?tx_digest=${digest}&page_size=1`]: [200, listing(3)] });
    const { hits } = await findObject(read, digest, signal, applied);
    expect(hits[0]).toMatchObject({
      what: 'transaction',
      href: `/events?tx_digest=${digest}`,
      note: '3 events',
    });
  });

  it('takes nothing from an index that ignores the filter', async () => {
    const event = { id: 1, kind: 'X', sender_address: `0x${'cd'.repeat(32)}`, payload: {} };
    const other = { ...event, tx_digest: 'B'.repeat(44) };
    const digest = 'A'.repeat(44);
    const list = { items: [other], metadata: { next_token: null, total_items: 1 } };
    const read = readerOf({
      [`/events?tx_digest=${digest}&page_size=1`]: [200, list],
      [asAddress[0]!]: [200, list],
    });
    expect(await findObject(read, digest, signal, applied)).toEqual({
      hits: [],
      tried: [{ what: 'transaction', outcome: 'failed' }],
    });
    const { tried } = await findObject(read, id, signal, applied);
    expect(tried).toContainEqual({ what: 'address', outcome: 'failed' });
  });

  it('leads to each skill of an agent, and to the executions with a reason', async () => {
    const result = (type: string, of: string, title: string | null) => ({
      type,
      id: of,
      title,
      matched: 'words',
    });
    const results = [
      result('skill', `${id}/0`, 'Moves ships'),
      result('skill', `${id}/1`, 'Moves goods'),
      result('reason', 'no leader moves', null),
      result('novelty', 'x', null),
    ];
    const read = readerOf({ '/search?q=moves': [200, { results, more: [] }] });
    expect((await findObject(read, '\u200emoves\ufeff', signal, applied)).hits).toEqual([
      { what: 'skill', id: `${id}/0`, name: 'Moves ships', href: `/agents/${id}?skill=0`, note: null },
      { what: 'skill', id: `${id}/1`, name: 'Moves goods', href: `/agents/${id}?skill=1`, note: null },
      {
        what: 'failure reason',
        id: 'no leader moves',
        name: null,
        href: '/executions?failure_reason=no+leader+moves',
        note: null,
      },
    ]);
  });

  it('sends no request for an empty text', async () =>
    expect(await findObject(readerOf({}), '  ', signal, applied)).toEqual({ hits: [], tried: [] }));
});
