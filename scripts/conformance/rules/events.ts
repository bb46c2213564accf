// Rules of part 6: history, stream, the kinds filter, and a feed of both.
import { faultsOf } from '../fields';
import { fail, isRow, itemsOf, notApplicable, pass, text, type Probe, type Row, type Rule } from '../rule';

const REMOVED = [
  'ToolPaymentInsufficientFundsEvent',
  'ExecutionPaymentVertexLockedEvent',
  'PeriodicScheduleConfiguredEvent',
  'OccurrenceConsumedEvent',
  'PriorityFeeDepositEvent',
];

const idOf = (row: Row) => BigInt(String(row['id']));

function dataOf(frame: readonly string[]): Row {
  const line = frame.find((text) => text.startsWith('data: ')) ?? '';
  const value: unknown = JSON.parse(line.slice('data: '.length));
  if (!isRow(value)) throw new Error('the data of a frame is not an object');
  return value;
}

const frameId = (frame: readonly string[]) =>
  BigInt((frame.find((line) => line.startsWith('id: ')) ?? 'id: 0').slice('id: '.length));

async function newest(probe: Probe, size = 20, query = ''): Promise<Row[]> {
  return itemsOf(await probe.get(`/events?page_size=${size}${query}`));
}

/** The frames after a cursor some events back. */
async function replay(probe: Probe, back: number, how: 'header' | 'query' = 'header') {
  const rows = await newest(probe, back + 1);
  const oldest = rows.at(-1);
  if (oldest === undefined || rows.length < 3) return undefined;
  const cursor = String(oldest['id']);
  const path = how === 'query' ? `/events/stream?last_event_id=${cursor}` : '/events/stream';
  const headers: Record<string, string> = how === 'query' ? {} : { 'last-event-id': cursor };
  const reply = await probe.frames(path, { count: rows.length - 1, ms: 5000, headers });
  return { rows, cursor: BigInt(cursor), reply };
}

export const historyRules: Rule[] = [
  {
    name: 'history.order',
    section: '6.2',
    requirement: 'events are listed newest first, each with onchain_at and a decoded object',
    async check(probe) {
      const rows = await newest(probe, 100);
      if (rows.length === 0) return notApplicable('no events');
      for (const [index, row] of rows.entries()) {
        const before = rows[index - 1];
        if (before !== undefined && idOf(row) >= idOf(before))
          return fail(`id ${String(row['id'])} follows ${String(before['id'])}`);
        const problem = faultsOf('event record', row)[0];
        if (problem !== undefined) return fail(problem);
        if (!('onchain_at' in row)) return fail('no onchain_at');
        if (!Object.entries(row).some(([key, value]) => key !== 'onchain_at' && isRow(value)))
          return fail('no decoded event');
      }
      return pass;
    },
  },
  {
    name: 'history.kinds',
    section: '6.2',
    requirement: 'kinds filters, and the Event suffix is optional',
    async check(probe) {
      const kind = text((await newest(probe, 1))[0]?.['kind'] ?? '');
      if (kind === '') return notApplicable('no events');
      for (const name of [kind, kind.replace(/Event$/, '')]) {
        const rows = await newest(probe, 20, `&kinds=${name}`);
        if (rows.length === 0 || rows.some((row) => row['kind'] !== kind))
          return fail(`kinds=${name} serves other kinds or nothing`);
      }
      return pass;
    },
  },
  ...['sender', 'tx_digest'].map((parameter): Rule => ({
    name: `history.${parameter}`,
    section: '6.2',
    requirement: `${parameter} returns only matching events`,
    async check(probe) {
      const field = parameter === 'sender' ? 'sender_address' : parameter;
      const row = (await newest(probe))[0];
      if (row === undefined) return notApplicable('no events');
      const found = await newest(probe, 50, `&${parameter}=${String(row[field])}`);
      return found.length > 0 && found.every((match) => match[field] === row[field])
        ? pass
        : fail('other rows, or none');
    },
  })),
  {
    name: 'history.time',
    section: '4',
    requirement: 'created_after and created_before apply to onchain_at, inclusive',
    async check(probe) {
      const row = (await newest(probe, 50)).find((event) => typeof event['onchain_at'] === 'string');
      if (row === undefined) return notApplicable('no event with a chain time');
      const at = encodeURIComponent(String(row['onchain_at']));
      const found = await newest(probe, 100, `&created_after=${at}&created_before=${at}`);
      return found.length > 0 &&
        found.every(
          (match) => Date.parse(String(match['onchain_at'])) === Date.parse(String(row['onchain_at'])),
        )
        ? pass
        : fail('the event of that time is not found, or others are');
    },
  },
];

const badKinds = (path: string): Rule[] =>
  [
    ['a typo', 'WalkAdvancd'],
    ['one bad name among good ones', 'WalkAdvanced,Nonsense,DAGCreated'],
    ...REMOVED.map((kind) => ['a retired kind', kind]),
  ].map(([what = '', kinds = '']) => ({
    name: `kinds.refused ${path} (${kinds})`,
    section: '6.1',
    requirement: `${what} fails the whole request with 400 and INVALID_FILTER_VALUE`,
    async check(probe: Probe) {
      const reply = await probe.get(`${path}?kinds=${kinds}`);
      if (reply.status !== 400) return fail(`status ${reply.status}`);
      return (reply.text + (reply.headers.get('x-error-code') ?? '')).includes('INVALID_FILTER_VALUE')
        ? pass
        : fail('no INVALID_FILTER_VALUE');
    },
  }));

export const streamRules: Rule[] = [
  ...badKinds('/events'),
  ...badKinds('/events/stream'),
  {
    name: 'stream.frames',
    section: '6.1',
    requirement:
      'text/event-stream; a frame is id, event: message and data; the data is the record without a timestamp',
    async check(probe) {
      const run = await replay(probe, 10);
      if (run === undefined) return notApplicable('fewer than three events');
      if (!run.reply.contentType.startsWith('text/event-stream'))
        return fail(`content type ${run.reply.contentType}`);
      for (const frame of run.reply.frames) {
        if (
          frame.length !== 3 ||
          !/^id: \d+$/.test(frame[0] ?? '') ||
          frame[1] !== 'event: message' ||
          !frame[2]?.startsWith('data: ')
        )
          return fail(`a frame of other lines: ${frame.map((line) => line.slice(0, 20)).join(' / ')}`);
        const data = dataOf(frame);
        const problem = faultsOf('event record', data)[0];
        if (problem !== undefined) return fail(problem);
        if (idOf(data) !== frameId(frame)) return fail('the id of the frame is not the id of its event');
        if ('onchain_at' in data) return fail('a frame carries a timestamp');
      }
      return run.reply.frames.length > 0 ? pass : fail('no frames');
    },
  },
  ...(['header', 'query'] as const).map((how): Rule => ({
    name: `stream.resume (${how})`,
    section: '6.1',
    requirement: 'everything newer than the last id is replayed, in order, without a gap',
    async check(probe) {
      const run = await replay(probe, 20, how);
      if (run === undefined) return notApplicable('fewer than three events');
      const expected = run.rows
        .map(idOf)
        .filter((id) => id > run.cursor)
        .reverse();
      const got = run.reply.frames.map(frameId).slice(0, expected.length);
      return expected.every((id, index) => id === got[index])
        ? pass
        : fail(`expected ${expected.slice(0, 5).join(', ')}…, got ${got.slice(0, 5).join(', ')}…`);
    },
  })),
  {
    name: 'stream.kinds',
    section: '6.1',
    requirement: 'kinds filters the replay; the suffix is optional',
    async check(probe) {
      const rows = await newest(probe, 50);
      const kind = text(rows.at(-2)?.['kind'] ?? '').replace(/Event$/, '');
      const cursor = rows.at(-1)?.['id'];
      if (kind === '' || cursor === undefined) return notApplicable('too few events');
      const expected = rows.filter(
        (row) => row['kind'] === `${kind}Event` && idOf(row) > BigInt(text(cursor)),
      ).length;
      const reply = await probe.frames(`/events/stream?kinds=${kind}&last_event_id=${text(cursor)}`, {
        count: expected,
        ms: 4000,
      });
      const wrong = reply.frames.map(dataOf).find((data) => data['kind'] !== `${kind}Event`);
      if (wrong !== undefined) return fail(`a ${String(wrong['kind'])} came`);
      return reply.frames.length >= expected ? pass : fail(`${reply.frames.length} of ${expected} frames`);
    },
  },
  {
    name: 'stream.clamp',
    section: '6.1',
    requirement: 'a cursor beyond the tip is clamped: the stream opens without a replay',
    async check(probe) {
      const tip = (await newest(probe, 1))[0];
      const reply = await probe.frames('/events/stream?last_event_id=9000000000000000000', {
        count: 1,
        ms: Math.min(2500, probe.idleMs),
      });
      if (reply.status !== 200) return fail(`status ${reply.status}`);
      const old = reply.frames.find((frame) => tip !== undefined && frameId(frame) <= idOf(tip));
      return old === undefined ? pass : fail('an old event was replayed');
    },
  },
  {
    name: 'feed.gapless',
    section: '6.2',
    requirement:
      'the first page of history and the stream from its newest id form a feed without gaps or overlap',
    async check(probe) {
      const first = await newest(probe, 50);
      const tip = first[0];
      if (tip === undefined) return notApplicable('no events');
      const reply = await probe.frames(`/events/stream?last_event_id=${String(tip['id'])}`, {
        count: 3,
        ms: Math.min(6000, probe.idleMs),
      });
      const streamed = reply.frames.map(frameId);
      if (streamed.some((id) => id <= idOf(tip))) return fail('the stream repeats the page');
      if (streamed.length === 0) return pass;
      const later = (await newest(probe, 100))
        .map(idOf)
        .filter((id) => id > idOf(tip) && id <= (streamed.at(-1) ?? 0n))
        .reverse();
      return later.every((id, index) => id === streamed[index]) && later.length === streamed.length
        ? pass
        : fail('stream and history differ');
    },
  },
];
