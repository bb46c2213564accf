import { expect, test } from 'vitest';
import { families } from '@/lib/contract/event-kinds/catalogue';
import { groupEvents, IMPORTANT_KINDS } from './event-groups';

const event = (kind: string, tx_digest: string, payload: object = {}) => ({
  kind: `${kind}Event`,
  tx_digest,
  payload,
});
const rows = [
  event('PriorityFeeSwap', 'T3'),
  event('ExecutionPaymentFeesRecorded', 'T2', { execution_id: '0xa' }),
  event('ExecutionFinished', 'T2', { execution: '0xa' }),
  event('CommittedToolResult', 'T1', { execution: '0xb' }),
  event('WalkFailed', 'T1', { execution: '0xa' }),
  event('WalkAdvanced', 'T1', { execution: '0xb' }),
];
const grouped = (by: 'transaction' | 'execution') =>
  groupEvents(rows, by).map(({ lead, count, execution }) => [lead.kind, count, execution]);

test('the events of a transaction are one group, led by its outcome', () => {
  expect(grouped('transaction')).toEqual([
    ['PriorityFeeSwapEvent', 1, null],
    ['ExecutionFinishedEvent', 2, null],
    ['WalkFailedEvent', 3, null],
  ]);
});

test('the events of an execution are one group across transactions; others are grouped by transaction', () => {
  expect(grouped('execution')).toEqual([
    ['PriorityFeeSwapEvent', 1, null],
    ['ExecutionFinishedEvent', 3, '0xa'],
    ['CommittedToolResultEvent', 2, '0xb'],
  ]);
});

test('an event that names no execution belongs to the only one of its transaction', () => {
  const fee = event('PriorityFeeDepositCreated', 'T');
  const ofOne = [event('WalkAdvanced', 'T', { execution: '0xa' }), fee];
  expect(groupEvents(ofOne, 'execution').map(({ count }) => count)).toEqual([2]);
  const ofTwo = [...ofOne, event('WalkAdvanced', 'T', { execution: '0xb' })];
  expect(groupEvents(ofTwo, 'execution').map(({ count }) => count)).toEqual([1, 1, 1]);
});

test('a group names its amount, by the event that says most of it', () => {
  const amounts = (kinds: readonly string[]) =>
    groupEvents(
      kinds.map((kind) => event(kind, 'T')),
      'transaction',
    ).map(({ money }) => money?.kind ?? null);
  expect(amounts(['PriorityFeeDepositCreated', 'ExecutionPaymentFeesRecorded', 'ExecutionFinished'])).toEqual(
    ['ExecutionPaymentFeesRecordedEvent'],
  );
  expect(amounts(['LeaderStatusChanged', 'StakeSlashed'])).toEqual(['StakeSlashedEvent']);
  expect(amounts(['StakeSlashed', 'LeaderStatusChanged'])).toEqual([null]);
  expect(amounts(['WalkAdvanced', 'CommittedToolResult'])).toEqual([null]);
});

test('important kinds leave out the bookkeeping of fees', () => {
  const important = new Set(IMPORTANT_KINDS.map((kind) => `${kind}Event`));
  const paid = [...Object.keys(families.payment), ...Object.keys(families['priority-fee'])];
  const importantPaid = paid.filter((kind) => important.has(kind));
  expect(importantPaid.filter((kind) => /Fee|Gas|Cost/.test(kind))).toEqual([
    'PriorityFeeVaultConfiguredEvent',
  ]);
  for (const kind of [
    'ExecutionFinishedEvent',
    'StakeSlashedEvent',
    'ExecutionRefundedEvent',
    'KeyRevokedEvent',
  ])
    expect(important).toContain(kind);
});
