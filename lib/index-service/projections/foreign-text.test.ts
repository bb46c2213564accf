// Text from the chain, of any length and with any characters, in every text field of every kind: an index must not stop at it.
// The events follow from the catalogue, so that a new kind or field is covered.
import { AssertionError } from 'node:assert/strict';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { endpoint, type EndpointName } from '@/lib/contract/endpoints';
import { ContractError } from '@/lib/contract/errors';
import { decodePayload, eventKinds } from '@/lib/contract/event-kinds/catalogue';
import { paramMeta } from '@/lib/contract/query-params';
import { allHandlers } from '@/lib/index-service/http/all-handlers';
import { STORE } from '@/lib/index-service/limits';
import { LONGEST_SUBJECT, type RecordedLine } from '@/lib/index-service/log/recorded-line';
import { executionStory, plain } from '@/lib/index-service/testing/execution-story';
import { openMemoryIndex, type MemoryIndex } from '@/lib/index-service/testing/memory-index';
import { event, id, snapshot, toolFields } from '@/lib/index-service/testing/recorded-events';

let seed = 1;
/** Random characters of three bytes, which PostgreSQL cannot compress. */
function incompressible(length: number): string {
  let text = '';
  for (; text.length < length; text += String.fromCharCode(0x4e00 + ((seed >>> 8) % 20_000)))
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
  return text;
}

const LONG = incompressible(4_000);
const UNSTORABLE = 'Nul\u0000Half\ud800';
const ONE_ID = id('one object for all');

/** Values of the schema that differ in every alternative of it, with `text` wherever any text may stand. */
function valuesOf(schema: z.ZodMiniType, text: string): unknown[] {
  const of = (inner: unknown) => valuesOf(inner as z.ZodMiniType, text);
  if (
    schema instanceof z.ZodMiniDefault ||
    schema instanceof z.ZodMiniNullable ||
    schema instanceof z.ZodMiniOptional
  )
    return of(schema.def.innerType);
  if (schema instanceof z.ZodMiniPipe)
    return of(schema.def.in instanceof z.ZodMiniTransform ? schema.def.out : schema.def.in);
  if (schema instanceof z.ZodMiniLazy) return of(schema.def.getter());
  if (schema instanceof z.ZodMiniUnion) {
    const options: readonly unknown[] = schema.def.options;
    const whole = options.find((option) => option instanceof z.ZodMiniBigInt);
    return whole === undefined ? options.flatMap(of) : of(whole);
  }
  if (schema instanceof z.ZodMiniObject) {
    const fields = Object.entries(schema.def.shape).map(([name, field]) => ({ name, values: of(field) }));
    const most = Math.max(1, ...fields.map(({ values }) => values.length));
    return Array.from({ length: most }, (_, at) =>
      Object.fromEntries(fields.map(({ name, values }) => [name, values[at % values.length]])),
    );
  }
  if (schema instanceof z.ZodMiniArray) return [of(schema.def.element)];
  if (schema instanceof z.ZodMiniRecord) return of(schema.def.valueType).map((value) => ({ [text]: value }));
  if (schema instanceof z.ZodMiniLiteral) return [...schema.def.values];
  if (schema instanceof z.ZodMiniString) return [(schema.def.checks ?? []).length === 0 ? text : ONE_ID];
  if (schema instanceof z.ZodMiniUnknown) return [text];
  if (schema instanceof z.ZodMiniBoolean) return [false, true];
  if (schema instanceof z.ZodMiniBigInt) return [1n];
  if (schema instanceof z.ZodMiniNumber) return [1];
  throw new Error(`the generator has no value for ${schema.def.type}`);
}

/** Lines by what they are of. */
function linesWith(text: string): [name: string, lines: RecordedLine[]][] {
  const fqn = text.toWellFormed().replaceAll('\u0000', '').slice(0, LONGEST_SUBJECT);
  const description = { active: true, description: text, current_interface_revision: 1 };
  return [
    ...Object.entries(eventKinds).map(([kind, { payload }]): [string, RecordedLine[]] => [
      kind,
      valuesOf(payload, text).map((value, at) =>
        event(kind, value as Record<string, unknown>, { tx: `${kind} ${at} ${text.length}` }),
      ),
    ]),
    ['longest name', [event('ToolRegisteredEvent', { tool: ONE_ID, fqn })]],
    ['tool', [snapshot('tool', fqn, toolFields({ location: text, description: text }))]],
    ['skill', [snapshot('skill', `${ONE_ID}/1`, description)]],
  ];
}

const cases = [...linesWith(LONG), ...linesWith(UNSTORABLE)];

let index: MemoryIndex;
const refused: string[] = [];

beforeAll(async () => {
  index = await openMemoryIndex();
  for (const [name, lines] of cases)
    await index.log.append(lines).catch((error: Error) => refused.push(`${name}: ${error.message}`));
});
afterAll(() => index.close());

/** Every read of the store, and statistics by everything they are grouped by. */
const reads = (Object.keys(allHandlers) as EndpointName[]).flatMap((name) => {
  const { group_by } = endpoint(name).query.shape as Record<string, z.ZodMiniType | undefined>;
  const groupings = (group_by && paramMeta(group_by)?.known) ?? [];
  const grouped = groupings.map((by): Record<string, string> => ({
    group_by: by,
    bucket: 'day',
    limit: '10',
    total: 'true',
  }));
  return [{}, ...grouped].map((query) => ({ name, query }));
});
const PARAMS = { skill_id: '1', fqn: 'xyz.example.add@1' };

async function unanswered(): Promise<string[]> {
  const failed: string[] = [];
  for (const { name, query } of reads) {
    const names = Object.keys(endpoint(name).params.shape);
    const params = Object.fromEntries(names.map((param) => [param, { ...PARAMS }[param] ?? ONE_ID]));
    await index.answer(name, params, query).catch((error: unknown) => {
      const isMissing = error instanceof ContractError && error.code === 'NOT_FOUND';
      // The strict check of tests knows the documented classes only.
      const isUnlisted = error instanceof AssertionError && error.message.includes('failure_class is');
      if (!isMissing && !isUnlisted)
        failed.push(`${name} ${JSON.stringify(query)}: ${String(error).slice(0, 200)}`);
    });
  }
  return failed;
}

test('every kind of the catalogue is generated so that it decodes', () => {
  const undecodable = cases.filter(([, lines]) =>
    lines.some((line) => 'kind' in line && decodePayload(line.kind, line.payload) === undefined),
  );
  expect(undecodable).toEqual([]);
});

test('every text in every field is stored', () => {
  expect(refused).toEqual([]);
});

test('every read and every grouping is answered', async () => {
  expect(reads.length).toBeGreaterThan(80);
  expect(await unanswered()).toEqual([]);
});

test('a rebuild stores it again', async () => {
  expect(await index.projector.rebuild()).toBe(cases.flatMap(([, lines]) => lines).length);
  expect(await unanswered()).toEqual([]);
});

test('names that differ only after what an index holds of them are different names', async () => {
  const story = executionStory('alike');
  const [first, second] = ['1', '2'].map((end) => `${LONG}${end}`) as [string, string];
  const vertex = (name: string, tool_fqn: string) =>
    event('DAGVertexAddedEvent', {
      dag: story.dag,
      vertex: { name },
      kind: { variant: 'OffChain', tool_fqn },
    });
  await index.log.append([
    event('DAGCreatedEvent', { dag: story.dag }),
    vertex(first, 'xyz.example.first@1'),
    vertex(second, 'xyz.example.second@1'),
    story.requested(),
    story.request(0, plain(second)),
    story.failed(0, plain(second)),
    story.finished(true, false, false),
  ]);
  const found = await index.answer('executions.list', {}, { failed_tool_fqn: 'xyz.example.second@1' });
  expect(found.items.map(({ object_id }) => object_id)).toEqual([story.execution]);
  const visits = await index.answer('stats.vertices', {}, { tool_fqn: 'xyz.example.second@1' });
  expect(visits.groups).toMatchObject([{ count: 1, failed: 1 }]);
  const { groups } = await index.answer('stats.vertices', {}, { tool_fqn: 'xyz.example.first@1' });
  expect(groups).toEqual([]);
});

test('texts with the same beginning are one group of statistics', async () => {
  const story = executionStory('grouped');
  const missed = (end: string) =>
    event('SubmissionFailureEvidenceRecordedEvent', {
      dag: story.dag,
      execution: story.execution,
      walk_index: 0,
      vertex: plain('a'),
      failed_leader: id('late leader'),
      winning_leader: null,
      reason: `${LONG}${end}`,
      err_eval_hash: '0x00',
    });
  await index.log.append([story.requested(), story.request(0, plain('a')), missed('1'), missed('2')]);
  const group = LONG.slice(0, STORE.indexedCharacters);
  const failures = await index.answer(
    'stats.failures',
    {},
    { group_by: 'failure_reason', dag_object_id: story.dag },
  );
  expect(failures.groups).toMatchObject([{ group, count: 1 }]);
  const leaders = await index.answer('stats.leaders', {}, { leader_cap_id: id('late leader') });
  expect(leaders.groups).toMatchObject([{ missed_turns: 2, reasons: [{ reason: group, count: 2 }] }]);
});
