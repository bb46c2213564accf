// Rows with only what the specification names: every other column is unknown, and the row counts.
import { expect, test } from 'vitest';
import { agent } from './agents';
import { parseJson } from '@/lib/json/exact';
import { listing } from './record';
import { stakeEvent, suspensionSkip } from './leaders';
import { priorityFeeEvent } from './payments';
import { toolDetail } from './tools';

test.each([
  ['a stake event', stakeEvent, { kind: 'deposited', staker: '0x1', total_shares: 1, pool_total: 2 }],
  ['a refused suspension', suspensionSkip, { presented_token: 'x' }],
  ['a vault event', priorityFeeEvent, { quantity: 5 }],
  ['an agent', agent, { agent: '0x1' }],
  ['a tool', toolDetail, { input_schema: [] }],
])('%s with additional columns is read', (_name, schema, row) => {
  const read = schema.parse(row) as Record<string, unknown>;
  // What the row has is kept, also under another name.
  expect(Object.keys(read)).toEqual(expect.arrayContaining(Object.keys(row)));
  const declared = Object.keys(schema._zod.def.shape);
  for (const name of declared)
    if (!(name in row) && !name.startsWith('output_')) expect(read[name]).toBeNull();
});

test('an agent without an id is named by its skills', () => {
  const skill = {
    agent_object_id: '0x1',
    skill_id: 0,
    active: null,
    description: null,
    current_interface_revision: 1,
    dag_binding: {},
    dag_object_id: null,
    requirements: null,
    record_refreshed_at: null,
    created_at: 'x',
    updated_at: 'x',
    onchain_created_at: null,
  };
  expect(agent.parse({ skills: [skill] }).agent_object_id).toBe('0x1');
});

test('a number is read however an index spells it', () => {
  const text =
    '{"items":[{"id":1.0,"kind":"deposited","staker":"0x1","total_shares":2e0,"pool_total":30E-1}],"metadata":{"next_token":1e1,"total_items":20.0}}';
  expect(listing(stakeEvent).parse(parseJson(text))).toMatchObject({
    items: [{ id: 1, total_shares: 2n, pool_total: 3n }],
    metadata: { next_token: '1e1', total_items: 20 },
  });
  for (const other of ['1.50', '1e400', '"1.0"'])
    expect(listing(stakeEvent).safeParse(parseJson(text.replace('20.0', other))).success).toBe(false);
});
