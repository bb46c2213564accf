import { afterAll, beforeAll, expect, test } from 'vitest';
import { executionStory } from '@/lib/index-service/testing/execution-story';
import { openMemoryIndex, type MemoryIndex } from '@/lib/index-service/testing/memory-index';
import { event, id, tx } from '@/lib/index-service/testing/recorded-events';

const first = executionStory('one');
const two = executionStory('two');

let index: MemoryIndex;
beforeAll(async () => {
  index = await openMemoryIndex();
});
afterAll(() => index.close());

test('priority fees by kind and leader, a deposit with the first execution that its transaction charged', async () => {
  const vault = id('fee vault');
  const deposit = (transaction: string, cap: string) =>
    event(
      'PriorityFeeDepositCreatedEvent',
      { vault, deposit_id: id(transaction), leader_cap_id: id(cap), amount: 4 },
      { tx: transaction, index: 9 },
    );
  const charged = (story: typeof first, transaction: string, event_index: number) => ({
    ...story.fees(),
    tx_digest: tx(transaction),
    event_index,
  });
  await index.log.append([
    charged(first, 'settled', 0),
    deposit('settled', 'cap'),
    charged(first, 'both settled', 0),
    charged(two, 'both settled', 1),
    deposit('both settled', 'founding'),
    deposit('alone', 'founding'),
    event('PriorityFeeSwapEvent', { vault, us_in: 1, us_refunded: 0, sui_out: 3 }),
  ]);
  const answer = (query: Record<string, string>) => index.answer('priority-fees.events', {}, query);
  expect((await answer({ leader_cap_id: id('cap') })).items).toMatchObject([
    { kind: 'deposit_created', execution_object_id: first.execution },
  ]);
  expect((await answer({ leader_cap_id: id('founding'), kind: 'deposit_created' })).items).toMatchObject([
    { execution_object_id: null },
    { execution_object_id: null },
  ]);
  const { items, metadata } = await answer({ kind: 'swap' });
  expect(items).toMatchObject([{ kind: 'swap', leader_cap_id: null, execution_object_id: null }]);
  expect(metadata.total_items).toBe(1);
  expect((await answer({ created_before: '2000-01-01T00:00:00Z' })).items).toEqual([]);
  await expect(answer({ kind: 'gifts' })).rejects.toMatchObject({ status: 400 });
});
