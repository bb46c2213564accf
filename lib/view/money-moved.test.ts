import { expect, test } from 'vitest';
import type { EventRecord } from '@/lib/contract/events';
import { moneyGap, moneyMoved } from './money-moved';

const id = (digit: string) => `0x${digit.repeat(64)}`;
let next = 1n;
function event(kind: string, payload: Record<string, unknown>): EventRecord {
  next += 1n;
  return { id: next, kind, tx_digest: 'x', sender_address: id('9'), onchain_at: null, payload };
}
const about = (payment: string) => ({
  payment_id: id(payment),
  execution_id: id('e'),
  agent_id: id('a'),
  skill_id: 1n,
});
const fees = (payment: string, gas: bigint, tool = 0n) =>
  event('ExecutionPaymentFeesRecordedEvent', {
    ...about(payment),
    gas_fee_mist: gas,
    tool_fee_mist: tool,
    priority_fee_mist: gas / 10n,
    priority_fee_percentage: 10n,
  });
const opened = (payment: string) =>
  event('AgentSkillPaymentCreatedEvent', {
    ...about(payment),
    interface_revision: 1n,
    payment_policy: { variant: 'UserFunded' },
    source_kind: { variant: 'UserFunded', user: id('8') },
    max_budget_mist: 1_000n,
    gas_budget_mist: 900n,
    priority_fee_reserve_mist: 100n,
    locked_budget_mist: 0n,
    priority_fee_percentage: 10n,
  });

const newestFirst = (...events: EventRecord[]) => events.reverse();

test('running totals of a payment count once, with the last of them', () => {
  const moved = moneyMoved(newestFirst(opened('1'), fees('1', 100n), fees('1', 300n, 5n)));
  expect(moved.fees).toEqual({ gas_fee_mist: 300n, tool_fee_mist: 5n, priority_fee_mist: 30n });
  expect(moved).toMatchObject({ paying: 1, begunBefore: 0, opened: 1, budgets: 1_000n });
});

test('of a payment opened earlier only what came after its first row is known', () => {
  const moved = moneyMoved(newestFirst(fees('1', 100n), fees('1', 300n), opened('2'), fees('2', 50n)));
  expect(moved.fees.gas_fee_mist).toBe(250n);
  expect(moved).toMatchObject({ paying: 2, begunBefore: 1 });
});

test('rows that fall are amounts of their own', () => {
  const moved = moneyMoved(newestFirst(fees('1', 300n), fees('1', 100n)));
  expect(moved.fees.gas_fee_mist).toBe(400n);
  expect(moved.begunBefore).toBe(0);
});

test('events that cannot be decoded are counted', () => {
  const moved = moneyMoved([event('StakeDepositedEvent', {}), opened('1')]);
  expect(moved.opened).toBe(1);
  expect([...moved.undecoded]).toEqual([['StakeDepositedEvent', 1]]);
});

test('a sum is exact only if every event of its kind was read', () => {
  const moved = moneyMoved(newestFirst(event('StakeDepositedEvent', {}), opened('1'), fees('1', 100n)));
  const whole = { complete: true, undecoded: 1, rejected: [] };
  expect(moneyGap('ExecutionPaymentFeesRecordedEvent', moved, whole)).toBeNull();
  expect(moneyGap('StakeDepositedEvent', moved, whole)).toBe("1 event couldn't be decoded");
  const skipped = { ...whole, undecoded: 3 };
  expect(moneyGap('UnstakeClaimedEvent', moved, skipped)).toBe("2 events couldn't be decoded");
  const partial = { ...whole, complete: false, rejected: ['UnstakeClaimed'] };
  expect(moneyGap('AgentSkillPaymentCreatedEvent', moved, partial)).toMatch(/not all events/);
  expect(moneyGap('UnstakeClaimedEvent', moved, partial)).toMatch(/doesn't provide UnstakeClaimed/);
});

test('gas of a payment that started earlier is a lower bound, though it adds up to nothing', () => {
  const moved = moneyMoved([fees('1', 100n)]);
  expect(moved.fees.gas_fee_mist).toBe(0n);
  const whole = { complete: true, undecoded: 0, rejected: [] };
  expect(moneyGap('ExecutionPaymentFeesRecordedEvent', moved, whole)).toBe(
    '1 payment started before this hour',
  );
});
