import { expect, test } from 'vitest';
import type { EventRecord } from '@/lib/contract/events';
import { refillsBySize } from './refills';

const id = (digit: string) => `0x${digit.repeat(64)}`;

function event(number: bigint, kind: string, payload: object): EventRecord {
  return { id: number, kind, payload, tx_digest: 'x', sender_address: '', onchain_at: null };
}

const payment = (number: bigint, refill_amount: bigint) =>
  event(number, 'ExecutionPaymentRefilledEvent', {
    execution_id: id('e'),
    payment_id: id('f'),
    source: id('a'),
    refill_amount,
  });

const reserve = (number: bigint, source_kind: object) =>
  event(number, 'TaskPaymentReserveRefilledEvent', {
    task_id: id('1'),
    reserve_id: id('2'),
    agent_id: id('3'),
    skill_id: 0n,
    interface_version: 1n,
    source_kind,
    refill_amount: 5n,
    occurrence_budget_mist: 5n,
    remaining_funds: 5n,
  });

test('the largest refill comes first, of equal ones the newest', () => {
  const events = [payment(1n, 7n), reserve(2n, {}), payment(3n, 9n), payment(4n, 7n)];
  expect(
    refillsBySize(events, 'ExecutionPaymentRefilledEvent').map((refill) => [refill.event.id, refill.amount]),
  ).toEqual([
    [3n, 9n],
    [4n, 7n],
    [1n, 7n],
  ]);
});

test('a reserve is refilled by a user or from the vault of an agent', () => {
  const events = [
    reserve(2n, { variant: 'UserFunded', user: id('b') }),
    reserve(1n, { variant: 'AgentFunded', agent_id: id('c') }),
  ];
  expect(refillsBySize(events, 'TaskPaymentReserveRefilledEvent')).toMatchObject([
    {
      target: { family: 'object', id: id('2') },
      owner: { family: 'task', id: id('1') },
      source: { family: 'address', id: id('b') },
    },
    { source: { family: 'agent', id: id('c') } },
  ]);
});
