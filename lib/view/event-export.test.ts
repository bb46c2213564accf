import { expect, test } from 'vitest';
import { eventFields, exportedEvent } from './event-export';

const id = `0x${'ab'.repeat(32)}`;

test('an event of the stream: received by this browser, its time on chain not known yet, amounts exact', () => {
  const row = exportedEvent({
    id: 9n,
    kind: 'ToolSlashedEvent',
    tx_digest: 'tx9',
    sender_address: id,
    payload: { tool: id, fqn: '=cmd|calc', amount: 9007199254740993n },
    received_at: 0,
  });
  expect(row).toMatchObject({
    id: 9n,
    log: 'current',
    family: 'tool',
    onchain_at: null,
    received_at: '1970-01-01T00:00:00.000Z',
    payload: { amount: 9007199254740993n },
  });
  expect(Object.keys(row)).toEqual(eventFields);
});

test('an event of a former log and of a kind that this console does not know', () => {
  const row = exportedEvent({
    id: 8n,
    kind: 'BrandNewEvent',
    tx_digest: 'tx8',
    sender_address: id,
    payload: {},
    onchain_at: '2026-05-04T10:00:00Z',
    former: true,
  });
  expect(row).toMatchObject({
    log: 'previous',
    family: null,
    onchain_at: '2026-05-04T10:00:00Z',
    received_at: null,
  });
});
