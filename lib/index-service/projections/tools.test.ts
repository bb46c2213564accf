import { expect, test } from 'vitest';
import { foldOne } from '@/lib/index-service/testing/fold-lines';
import { openMemoryIndex } from '@/lib/index-service/testing/memory-index';
import { event, id, snapshot, toolFields } from '@/lib/index-service/testing/recorded-events';
import { tools } from './tools';

const fqn = 'xyz.example.math.add@1';
const registered = (tx: string, sender: string) =>
  event('ToolRegisteredEvent', { tool: id('tool'), fqn }, { tx, sender });
const pick = (fields: Record<string, unknown>, ...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, fields[name]]));
const unregistered = event('ToolUnregisteredEvent', { tool: id('tool'), fqn });

test('the creator is the sender of the first registration', () => {
  const row = foldOne(tools, registered('first', 'ann'), unregistered, registered('again', 'bob'));
  expect(row).toMatchObject({ creator: id('ann'), created_entry_id: 1n, registered_entry_id: 3n });
});

test('where the log starts after the first registration, creator and creation are unknown', () => {
  const again = foldOne(
    tools,
    unregistered,
    registered('again', 'bob'),
    unregistered,
    registered('third', 'eve'),
  );
  expect(again).toMatchObject({ creator: null, created_entry_id: null, registered_entry_id: 4n });
});

test('where the log starts after its registration, a tool is and was registered as its object says', async () => {
  const updated = event('ToolUpdatedEvent', { tool: id('tool'), fqn });
  const times = { registered_at: '2026-01-01T00:00:00.000Z', unregistered_at: '2026-02-01T00:00:00.000Z' };
  const read = snapshot('tool', fqn, toolFields(times));
  const index = await openMemoryIndex();
  const served = async () =>
    pick({ ...(await index.answer('tools.get', { fqn })) }, ...Object.keys(times), 'is_registered');
  await index.log.append([updated, read]);
  expect(await served()).toEqual({ ...times, is_registered: false });
  await index.log.append([registered('again', 'ann')]);
  const again = { registered_at: '2026-11-01T10:00:00.000Z', unregistered_at: null, is_registered: true };
  expect(await served()).toEqual(again);
  // Read before the event.
  await index.log.append([snapshot('tool', fqn, toolFields({ ...times, verified: false }))]);
  expect(await served()).toEqual(again);
  await index.close();
});

test('unregistering is recorded, registering again clears it', () => {
  expect(foldOne(tools, registered('first', 'ann'), unregistered)).toMatchObject({
    is_registered: false,
    unregistered_entry_id: 2n,
  });
  expect(foldOne(tools, registered('first', 'ann'), unregistered, registered('again', 'ann'))).toMatchObject({
    is_registered: true,
    unregistered_entry_id: null,
  });
});

test('what a tool is comes from snapshots; a malformed or absent field changes nothing', () => {
  const row = foldOne(
    tools,
    registered('first', 'ann'),
    snapshot('tool', fqn, toolFields()),
    snapshot('tool', fqn, { description: 'Adds two numbers.', lock_duration_ms: 'soon', verified: null }),
  );
  expect(row).toMatchObject({
    kind: 'http',
    description: 'Adds two numbers.',
    lock_duration_ms: 60000n,
    verified: null,
  });
});

test('a later snapshot does not overwrite the port contract', () => {
  const port = { port_name: 'b', cardinality: 'many', value_kind: 'object' };
  const row = foldOne(
    tools,
    registered('first', 'ann'),
    snapshot('tool', fqn, toolFields()),
    snapshot('tool', fqn, { input_schema: [port], output_variants: [], description: 'New.' }),
  );
  expect(row).toMatchObject({
    ...pick(toolFields(), 'input_schema', 'output_variants'),
    description: 'New.',
  });
});

test('a kind other than http or chain is not taken over', () => {
  const before = foldOne(
    tools,
    registered('first', 'ann'),
    snapshot('tool', fqn, toolFields({ kind: 'wasm' })),
  );
  expect(before).toMatchObject({ kind: null });
  const after = foldOne(
    tools,
    registered('first', 'ann'),
    snapshot('tool', fqn, toolFields()),
    snapshot('tool', fqn, { kind: 'OffChain' }),
  );
  expect(after).toMatchObject({ kind: 'http' });
});

test('a slash does not move the vault balance, and the unsigned maximum fits it', () => {
  const row = foldOne(
    tools,
    registered('first', 'ann'),
    snapshot('tool', fqn, toolFields({ vault_balance_us: 18446744073709551615n })),
    event('ToolSlashedEvent', { tool: id('tool'), fqn, amount: 7 }),
    event('ToolVerificationStatusChangedEvent', { tool: id('tool'), fqn, verified: false }),
  );
  expect(row).toMatchObject({ vault_balance_us: 18446744073709551615n, verified: true, last_entry_id: 2n });
});
