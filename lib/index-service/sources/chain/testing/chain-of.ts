// Recorded lines as a chain holds them: checkpoints of transactions, and what the log of an index that followed it must say.
import { stringifyJson } from '@/lib/json/exact';
import { isJsonObject } from '@/lib/json/exact-number';
import type { EventLine, RecordedLine } from '@/lib/index-service/log/recorded-line';
import type { DoubleCheckpoint, DoubleEvent } from './node-double';

function bytesOfData(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bytesOfData);
  if (!isJsonObject(value)) return value;
  if (value['kind'] === 'data' && 'data' in value)
    return { kind: 'data', bytes: Buffer.from(stringifyJson(value['data'])).toString('base64') };
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, bytesOfData(inner)]));
}

/** The line with JSON of ports as the bytes that the chain has. */
export function asOnChain(line: EventLine): EventLine {
  return { ...line, payload: bytesOfData(line.payload) as Record<string, unknown> };
}

/** Checkpoints that hold these lines, one for each chain time; between them are empty ones. `wrap` renders an event. */
export function checkpointsOf(
  lines: readonly RecordedLine[],
  first: bigint,
  wrap: (line: EventLine) => DoubleEvent,
): DoubleCheckpoint[] {
  const checkpoints: DoubleCheckpoint[] = [];
  let open:
    | { time: string; transactions: Map<string, { digest: string; sender: string; events: DoubleEvent[] }> }
    | undefined;
  let sequence = first;
  const close = () => {
    if (open === undefined) return;
    checkpoints.push({ sequence, time: open.time, transactions: [...open.transactions.values()] });
    sequence += 1n;
    if (sequence % 3n === 0n) {
      checkpoints.push({ sequence, time: open.time, transactions: [] });
      sequence += 1n;
    }
  };
  for (const line of lines) {
    if ('snapshot' in line) continue;
    const time = line.onchain_at ?? '';
    if (open?.time !== time) {
      close();
      open = { time, transactions: new Map() };
    }
    const { tx_digest: digest, sender_address: sender } = line;
    const transaction = open.transactions.get(digest) ?? { digest, sender, events: [] };
    open.transactions.set(digest, transaction);
    transaction.events.push(wrap(line));
  }
  close();
  return checkpoints;
}
