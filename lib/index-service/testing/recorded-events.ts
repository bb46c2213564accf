// Recorded lines for tests: ids and digests from names, so that a test reads as a story. Checked by the same schema as any line.
import { createHash } from 'node:crypto';
import {
  eventLine,
  snapshotLine,
  type EventLine,
  type SnapshotLine,
} from '@/lib/index-service/log/recorded-line';

/** The object id or address called `name`. */
export function id(name: string): string {
  return `0x${createHash('sha256').update(name).digest('hex')}`;
}

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** The digest of the transaction called `name`. */
export function tx(name: string): string {
  return [...createHash('sha256').update(name).digest('hex').slice(0, 43)]
    .map((digit, index) => BASE58[(Number.parseInt(digit, 16) * 3 + index) % 58] ?? '1')
    .join('');
}

interface Envelope {
  tx: string;
  sender: string;
  at: string | null;
  index: number;
}

/** An event as a recorder writes it. The transaction is called after kind and content unless named. */
export function event(
  kind: string,
  payload: Record<string, unknown>,
  envelope: Partial<Envelope> = {},
): EventLine {
  const json = JSON.stringify(payload, (_, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  );
  return eventLine.parse({
    kind,
    payload,
    tx_digest: tx(envelope.tx ?? `${kind} ${json}`),
    sender_address: id(envelope.sender ?? 'sender'),
    onchain_at: envelope.at === undefined ? '2026-11-01T10:00:00.000Z' : envelope.at,
    event_index: envelope.index,
  });
}

export function snapshot(
  subject: SnapshotLine['snapshot'],
  of: string,
  fields: Record<string, unknown>,
  at: string | null = null,
): SnapshotLine {
  return snapshotLine.parse({ snapshot: subject, id: of, fields, onchain_at: at });
}

/** A tool as a snapshot describes it: one input `a`, one variant `ok` with port `sum`. */
export function toolFields(changes: Record<string, unknown> = {}): Record<string, unknown> {
  const port = (port_name: string) => ({ port_name, cardinality: 'one', value_kind: 'data' });
  return {
    kind: 'http',
    location: 'https://tool.example/add',
    description: 'Adds.',
    registry_object_id: id('registry'),
    verified: true,
    lock_duration_ms: 60000,
    vault_balance_us: 5000000000,
    workflow_authorization_cap_first: false,
    input_schema: [port('a')],
    output_variants: [{ variant_name: 'ok', ports: [port('sum')] }],
    ...changes,
  };
}
