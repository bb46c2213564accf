import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openMemoryIndex, type MemoryIndex } from '@/lib/index-service/testing/memory-index';
import { executionStory, plain } from '@/lib/index-service/testing/execution-story';
import { event, id, snapshot, toolFields, tx } from '@/lib/index-service/testing/recorded-events';
import type { Database } from '@/lib/index-service/store/database';
import { stringifyJson } from '@/lib/json/exact';
import { createEventLog, type LineRefused } from './event-log';
import { ingestLines } from './ingest';
import { transactionNumbering } from './recorded-line';

let index: MemoryIndex;
beforeAll(async () => {
  index = await openMemoryIndex();
});
beforeEach(() => index.log.reset());
afterAll(() => index.close());

const created = (name: string, envelope = {}) => event('DAGCreatedEvent', { dag: id(name) }, envelope);
const undecodable = event('DAGCreatedEvent', { dag: 'nothing' });
const unknownKind = event('LaterEvent', { anything: 1 });
const line = (fields: object) => JSON.stringify(fields);

test('ids rise from 1; a second append of the same lines is skipped and gives the same ids', async () => {
  const lines = [created('a'), snapshot('tool', 'xyz.example.add@1', toolFields()), created('b')];
  expect(await index.log.append(lines)).toEqual({ ids: [1n, 2n, 3n], added: 3, filled: 0, skipped: 0 });
  expect(await index.log.append(lines)).toEqual({ ids: [1n, 2n, 3n], added: 0, filled: 0, skipped: 3 });
  expect(index.log.tip()).toBe(3n);
});

test('events of one transaction are distinguished by their order, within one recording', async () => {
  const numbering = transactionNumbering();
  const of = (name: string) => created(name, { tx: 'one' });
  await index.log.append([of('a'), of('b')], { numbering });
  await index.log.append([of('c')], { numbering });
  expect(index.log.tip()).toBe(3n);
  const again = await index.log.append([of('a'), of('b'), of('c')]);
  expect(again.skipped).toBe(3);
  await expect(index.log.append([of('c')])).rejects.toThrow(/different content/);
});

test('the order of keys is no difference, another sender is one', async () => {
  const payload = { tool: id('t'), fqn: 'xyz.example.add@1' };
  const turned = { fqn: 'xyz.example.add@1', tool: id('t') };
  await index.log.append([event('ToolRegisteredEvent', payload, { tx: 'one' })]);
  const same = await index.log.append([event('ToolRegisteredEvent', turned, { tx: 'one' })]);
  expect(same.skipped).toBe(1);
  await expect(
    index.log.append([event('ToolRegisteredEvent', payload, { tx: 'one', sender: 'other' })]),
  ).rejects.toThrow(/line 1: .*different content/);
});

test('a contradiction keeps the lines before it and names itself', async () => {
  await index.log.append([created('a', { tx: 'one' })]);
  const refused = index.log.append([created('b'), created('c', { tx: 'one' }), created('d')]);
  await expect(refused).rejects.toMatchObject({ index: 1, appended: { added: 1 } } satisfies Partial<
    Record<keyof LineRefused, unknown>
  >);
  expect((await index.log.readAfter(0n, 10)).map((event) => event.payload)).toEqual([
    JSON.stringify({ dag: id('a') }),
    JSON.stringify({ dag: id('b') }),
  ]);
});

test('chain time is filled in once, changes nothing else, and is not forgotten', async () => {
  const at = '2026-11-01T10:00:00.000Z';
  await index.log.append([created('a', { at: null })]);
  const [before] = await index.log.readAfter(0n, 1);
  expect((await index.log.append([created('a', { at })])).filled).toBe(1);
  const [after] = await index.log.readAfter(0n, 1);
  expect(after).toEqual({ ...before, onchain_at: at });
  expect((await index.log.append([created('a', { at: null })])).skipped).toBe(1);
  await expect(index.log.append([created('a', { at: '2026-11-01T11:00:00.000Z' })])).rejects.toThrow(
    /onchain_at/,
  );
});

test('indexed_at is the clock of the append, or what the source says', async () => {
  await index.log.append([created('a')], { indexedAt: () => '2026-01-01T00:00:00.000Z' });
  const [stored] = await index.log.readAfter(0n, 1);
  expect(stored?.indexed_at).toBe('2026-01-01T00:00:00.000Z');
});

test('subscribers are notified after the commit, of decodable events only', async () => {
  const notified: string[] = [];
  const seen: Promise<number | null>[] = [];
  const stop = index.log.subscribe((events) => {
    notified.push(...events.map((event) => `${event.id} ${event.kind}`));
    seen.push(index.answer('dags.list').then((page) => page.metadata.total_items));
  });
  await index.log.append([created('a'), undecodable, unknownKind, created('b')]);
  stop();
  await index.log.append([created('c')]);
  expect(notified).toEqual(['1 DAGCreatedEvent', '4 DAGCreatedEvent']);
  expect(await Promise.all(seen)).toEqual([2]);
});

test('reading continues after an id, in order, and by kinds', async () => {
  await index.log.append([
    created('a'),
    undecodable,
    event('DAGFinalizedEvent', { dag: id('a') }),
    unknownKind,
    created('b'),
  ]);
  const ids = async (...args: Parameters<MemoryIndex['log']['readAfter']>) =>
    (await index.log.readAfter(...args)).map((event) => Number(event.id));
  expect(await ids(0n, 10)).toEqual([1, 3, 5]);
  expect(await ids(1n, 1)).toEqual([3]);
  expect(await ids(0n, 10, ['DAGCreatedEvent'])).toEqual([1, 5]);
  expect(await ids(99n, 10)).toEqual([]);
});

test('a reset empties log and projections, starts ids from 1 and names a new life; the name lasts otherwise', async () => {
  await index.log.append([created('a')]);
  const former = index.log.logId();
  await index.log.reset();
  expect(index.log.tip()).toBe(0n);
  expect(index.log.logId()).not.toBe(former);
  expect((await index.answer('dags.list')).metadata.total_items).toBe(0);
  expect((await index.log.append([created('b')])).ids).toEqual([1n]);
  const opened = await createEventLog({ db: index.db, now: () => new Date(0), follower: index.projector });
  expect([opened.tip(), opened.logId()]).toEqual([1n, index.log.logId()]);
});

test('an append whose commit was not confirmed is found again: ids continue, and subscribers miss nothing', async () => {
  let unconfirmed = true;
  const db: Database = {
    ...index.db,
    async transaction(work) {
      const result = await index.db.transaction(work);
      if (unconfirmed) throw new Error('the connection was lost');
      return result;
    },
  };
  const log = await createEventLog({ db, now: () => new Date(0), follower: index.projector });
  const seen: bigint[] = [];
  log.subscribe((events) => seen.push(...events.map((event) => event.id)));
  await expect(log.append([created('a')])).rejects.toThrow('was lost');
  unconfirmed = false;
  expect(await log.append([created('a'), created('b')])).toMatchObject({ ids: [1n, 2n], added: 1 });
  expect(seen).toEqual([1n, 2n]);
});

test('history is newest first; undecodable rows are counted, passed over and not met again; unknown kinds are not there', async () => {
  await index.log.append([created('a'), undecodable, unknownKind, created('b'), created('c')]);
  const first = await index.answer('events.list', {}, { page_size: '2' });
  expect(first.items.map((item) => Number(item.id))).toEqual([5, 4]);
  expect(first.metadata).toEqual({ next_token: 2, total_items: 4, row_offset: 0 });
  const second = await index.answer('events.list', {}, { page_size: '2', page_token: '2' });
  expect(second.items.map((item) => Number(item.id))).toEqual([1]);
  expect(second.metadata).toEqual({ next_token: null, total_items: 4, row_offset: 2 });
});

test('history filters by kinds, sender, transaction and chain time; an unknown chain time matches no bound', async () => {
  await index.log.append([
    created('a', { sender: 'ann', tx: 'one' }),
    event('DAGFinalizedEvent', { dag: id('a') }, { at: null }),
    created('b', { at: '2026-11-05T00:00:00.000Z' }),
  ]);
  const total = async (query: Record<string, string>) => {
    const page = await index.answer('events.list', {}, query);
    expect(page.items).toHaveLength(page.metadata.total_items ?? -1);
    return page.metadata.total_items;
  };
  expect(await total({})).toBe(3);
  expect(await total({ kinds: 'DAGFinalized' })).toBe(1);
  expect(await total({ kinds: 'DAGFinalized,DAGCreatedEvent' })).toBe(3);
  expect(await total({ kinds: ',' })).toBe(3);
  expect(await total({ sender: id('ann') })).toBe(1);
  expect(await total({ tx_digest: tx('one') })).toBe(1);
  expect(await total({ created_after: '2026-11-05T00:00:00Z' })).toBe(1);
  expect(await total({ created_before: '2026-11-05T00:00:00+01:00' })).toBe(1);
});

test('a payload is served as it was recorded, integers beyond a double exact', async () => {
  const text = `{"kind":"MinStakeUsUpdatedEvent","tx_digest":"${tx('one')}","sender_address":"0xA","payload":{"min_stake_us":9007199254740993,"registry":"0x1","later":18446744073709551616}}`;
  await ingestLines(index.log, [text]);
  const [served] = (await index.answer('events.list')).items;
  expect(served?.payload).toEqual({
    min_stake_us: 9007199254740993n,
    registry: '0x1',
    later: 18446744073709551616n,
  });
  expect((await index.answer('leaders.registry')).min_stake_us).toBe(9007199254740993n);
});

/** Each spelling of a number that a double, or a key that an object of the language, would change. */
const STORED_AS_RECORDED =
  '{"n":[1e400,-1e400,1.10,1.0,-0,-0.0,1E5,1e5,0.1000000000000000055511151231257827,' +
  `${'9'.repeat(400)},-18446744073709551616.50],"__proto__":{"a":1.50},"constructor":1,"toString":null,` +
  '"hasOwnProperty":[],"":"\\u0000\\ud800"}';

test('numbers and keys are served as recorded, by history, stream and read models', async () => {
  const story = executionStory('digits');
  const port = `{"one":{"kind":"data","data":${STORED_AS_RECORDED}}}`;
  const ports = `{"__proto__":${port},"constructor":${port},"":${port}}`;
  const bytes = Buffer.from(STORED_AS_RECORDED).toString('base64');
  const advanced = line(story.advanced(0, plain('a'), {})).replace(
    '"variant_ports_to_data":{}',
    `"variant_ports_to_data":${ports}`,
  );
  const lines = [
    line(story.request(0, plain('a'))),
    advanced,
    line(story.ended(0, plain('a'), { raw: { one: { kind: 'data', bytes } } })),
    line(event('DAGCreatedEvent', { dag: story.dag })),
    line(
      event('DAGDefaultValueAddedEvent', {
        dag: story.dag,
        vertex: { name: 'a' },
        port: { name: 'in' },
        value: 0,
      }),
    ).replace('"value":0', `"value":${port}`),
  ];
  expect(await ingestLines(index.log, lines)).toMatchObject({ added: lines.length });
  expect(await ingestLines(index.log, lines)).toMatchObject({ skipped: lines.length });
  const [streamed] = await index.log.readAfter(1n, 1);
  expect(streamed?.payload).toContain(`"variant_ports_to_data":${ports}`);
  const text = async (...request: Parameters<MemoryIndex['answer']>) =>
    stringifyJson(await index.answer(...request));
  expect(await text('events.list', {}, { kinds: 'WalkAdvanced' })).toContain(
    `"variant_ports_to_data":${ports}`,
  );
  const events = await text('executions.events', { execution_object_id: story.execution });
  expect(events).toContain(`"ports_data":${ports}`);
  expect(events).toContain(`"raw":${port}`);
  expect(await text('dags.structure', { dag_object_id: story.dag })).toContain(`"value":${port}`);
});

test('of a key that a line has twice the last value is recorded', async () => {
  const doubled = line(created('a')).replace('"payload":{', '"payload":{"n":1.10,"n":1.20,');
  await ingestLines(index.log, [doubled]);
  expect((await index.log.readAfter(0n, 1))[0]?.payload).toContain('{"n":1.20,"dag"');
});

test('a line that spells a number otherwise repeats what is stored; one with another number contradicts it', async () => {
  const of = (number: string) => line(created('a')).replace('"payload":{', `"payload":{"n":${number},`);
  await ingestLines(index.log, [of('1.1')]);
  for (const same of ['1.1', '1.10', '11e-1', '0.11E+1', '1.100e0'])
    expect(await ingestLines(index.log, [of(same)])).toMatchObject({ added: 0, skipped: 1 });
  for (const other of ['1.1000000000000000001', '-1.1', '1.1e400', '11'])
    await expect(ingestLines(index.log, [of(other)])).rejects.toThrow(/different content/);
});

test('ingest refuses a bad line with its number and reason and keeps the lines before it', async () => {
  const lines = [line(created('a')), '', line(created('b'))];
  const refusal = (bad: string) => ingestLines(index.log, [...lines, bad, line(created('c'))]);
  await expect(refusal('{')).rejects.toThrow(/^line 4: not JSON/);
  const deep = `${'['.repeat(4_000)}${']'.repeat(4_000)}`;
  await expect(refusal(`{"payload":${deep}}`)).rejects.toThrow('line 4: not JSON (nested too deeply)');
  await expect(refusal('[]')).rejects.toThrow('line 4: not a JSON object');
  await expect(refusal('{"kind":"DAGCreatedEvent"}')).rejects.toThrow(/^line 4: tx_digest: /);
  await expect(refusal(line({ ...created('x'), payload: 3 }))).rejects.toThrow(/^line 4: payload: /);
  expect(index.log.tip()).toBe(2n);
});

test('what the store could not hold is refused by its line, not by the database', async () => {
  const bad = (changes: object) =>
    ingestLines(index.log, [line(created('a')), line({ ...created('b'), ...changes })]);
  await expect(bad({ kind: 'nul \u0000' })).rejects.toThrow(/^line 2: kind: /);
  await expect(bad({ kind: 'half \ud83d' })).rejects.toThrow(/^line 2: kind: /);
  await expect(bad({ event_index: 2 ** 31 })).rejects.toThrow(/^line 2: event_index: /);
  await expect(bad({ onchain_at: '0000-01-01T00:00:00Z' })).rejects.toThrow(/^line 2: onchain_at: /);
  let nested: unknown = 1;
  for (let n = 0; n < 100_000; n += 1) nested = [nested];
  const appended = index.log.append([created('c'), { ...created('d'), payload: { nested } }, created('e')]);
  await expect(appended).rejects.toMatchObject({ index: 1, appended: { added: 1 } });
  expect(index.log.tip()).toBe(2n);
});

test('ingesting in any batch size gives the same log', async () => {
  const lines = Array.from({ length: 7 }, (_, n) => line(created(`dag ${n}`, { tx: `tx ${n % 3}` })));
  expect(await ingestLines(index.log, lines, 2)).toMatchObject({ added: 7, skipped: 0 });
  expect(await ingestLines(index.log, lines, 5)).toMatchObject({ added: 0, skipped: 7 });
});
