import { expect, test } from 'vitest';
import { eventFrame, eventRecord } from './events';

const payload = { tool: 'x', fqn: 'xyz.tool@1' };
const event = {
  id: 5,
  kind: 'SomethingLaterEvent',
  tx_digest: 'x',
  sender_address: '0x1',
};

test('the decoded event is taken from any object field that has it', () => {
  expect(eventFrame.parse({ ...event, payload }).payload).toEqual(payload);
  expect(eventFrame.parse({ ...event, decoded: payload }).payload).toEqual(payload);
  expect(eventRecord.parse({ ...event, decoded: payload, onchain_at: null }).payload).toEqual(payload);
});

test('of several objects it is the one that decodes; without one it is unknown', () => {
  const claimed = { ...event, kind: 'ToolUnregisteredEvent' };
  const fits = { tool: `0x${'1'.repeat(64)}`, fqn: 'xyz.tool@1' };
  const labels = { zone: 'north' };
  expect(eventFrame.parse({ ...claimed, labels, parsed: fits }).payload).toEqual(fits);
  expect(eventFrame.parse({ ...event, labels, parsed: payload }).payload).toBeUndefined();
  expect(eventFrame.parse({ ...event, shard: 3, list: [1] }).payload).toBeUndefined();
});
