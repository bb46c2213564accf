// Recorded lines from text, appended in batches (spec 10.3).
// Invariant: a bad line stops the ingest with its number and the reason; the lines before it are stored.
import { eventLine, type RecordedLine, snapshotLine, transactionNumbering } from './recorded-line';
import { firstIssue } from '@/lib/contract/errors';
import { parseForeignJson } from '@/lib/json/exact';
import { isJsonObject } from '@/lib/json/exact-number';
import { DiskFull } from '@/lib/index-service/store/disk-room';
import { LineRefused, type EventLog } from './event-log';

export interface IngestProgress {
  /** Lines read so far, blank ones included. */
  lines: number;
  added: number;
  filled: number;
  skipped: number;
}

/** A line could not be taken; `progress` counts what was stored before it. The message holds number and reason. */
export class IngestRefused extends Error {
  override readonly name = 'IngestRefused';
  constructor(
    readonly line: number,
    readonly reason: string,
    readonly progress: IngestProgress,
  ) {
    super(`line ${line}: ${reason}`);
  }
}

/** A recorded line from its text. Throws Error with the reason, without a line number. */
export function parseLine(text: string): RecordedLine {
  let value: unknown;
  try {
    value = parseForeignJson(text);
  } catch (error) {
    throw new Error(`not JSON (${error instanceof Error ? error.message : 'unreadable'})`, { cause: error });
  }
  if (!isJsonObject(value)) throw new Error('not a JSON object');
  const result = ('snapshot' in value ? snapshotLine : eventLine).safeParse(value);
  if (!result.success) throw new Error(firstIssue(result.error));
  return result.data;
}

/** Appends every line, `batchSize` in a transaction. Throws IngestRefused at the first one that cannot be taken. */
export async function ingestLines(
  log: EventLog,
  lines: Iterable<string> | AsyncIterable<string>,
  batchSize = 1000,
): Promise<IngestProgress> {
  const numbering = transactionNumbering();
  const progress: IngestProgress = { lines: 0, added: 0, filled: 0, skipped: 0 };
  let batch: { number: number; line: RecordedLine }[] = [];

  async function flush(): Promise<void> {
    const flushed = batch;
    batch = [];
    if (flushed.length === 0) return;
    const count = (appended: { added: number; filled: number; skipped: number }) => {
      progress.added += appended.added;
      progress.filled += appended.filled;
      progress.skipped += appended.skipped;
    };
    try {
      count(
        await log.append(
          flushed.map(({ line }) => line),
          { numbering },
        ),
      );
    } catch (error) {
      if (error instanceof DiskFull)
        throw new IngestRefused(flushed[0]?.number ?? progress.lines, error.message, { ...progress });
      if (!(error instanceof LineRefused)) throw error;
      count(error.appended);
      throw new IngestRefused(flushed[error.index]?.number ?? progress.lines, error.reason, { ...progress });
    }
  }

  for await (const text of lines) {
    progress.lines += 1;
    if (text.trim() === '') continue;
    let line: RecordedLine;
    try {
      line = parseLine(text);
    } catch (error) {
      await flush();
      const reason = error instanceof Error ? error.message : 'unreadable';
      throw new IngestRefused(progress.lines, reason, { ...progress });
    }
    batch.push({ number: progress.lines, line });
    if (batch.length >= batchSize) await flush();
  }
  await flush();
  return progress;
}
