// An execution as one file, so that it can be looked at again without a network: NDJSON, a head line, then one line a record as the API gave it.
// Invariant: what was written is read back equal, 64-bit integers included; a line that does not fit its record is an error that names line and field.
import * as z from '@/lib/contract/zod';
import { dagStructure } from '@/lib/contract/dags';
import { eventRecord } from '@/lib/contract/events';
import { execution, executionEvent, gasEvent, submissionFailure, walk } from '@/lib/contract/executions';
import { ledgerEvent, payment } from '@/lib/contract/payments';
import { parseJson, stringifyJson } from '@/lib/json/exact';

const FORMAT = 'dagscope.execution';
const VERSION = 1;

const head = z.looseObject({
  format: z.literal(FORMAT, `is not "${FORMAT}": not a file of this console`),
  version: z.literal(VERSION, `is not ${VERSION}: written by another version of this console`),
  execution_object_id: z.string(),
  /** When it was saved, and from which index; null where the writer did not know. */
  saved_at: z.string(),
  source: z.nullable(z.string()),
  /** Parts that could not be read when the file was written. */
  missing: z.array(z.string()),
  /** Listings that were not read to their end, and how many rows they had. */
  cut: z._default(z.record(z.string(), z.int()), {}),
  /** Of the event history: how many events were looked through; null where the writer did not know. */
  looked: z._default(z.nullable(z.int()), null),
});
export type FileHead = z.output<typeof head>;

const parts = {
  execution,
  structure: dagStructure,
  event: executionEvent,
  submission_failure: submissionFailure,
  ledger: ledgerEvent,
  gas: gasEvent,
  payment,
  walk,
  history: eventRecord,
} as const;
type Part = keyof typeof parts;

export type FileRecords = { [Name in Part]: z.output<(typeof parts)[Name]>[] };

export interface RunFile {
  head: FileHead;
  records: FileRecords;
}

export class RunFileError extends Error {
  override readonly name = 'RunFileError';
}

/** The text of a file. */
export function writeRunFile({
  head: top,
  records,
}: {
  head: Omit<z.input<typeof head>, 'format' | 'version'>;
  records: FileRecords;
}): string {
  const lines = [stringifyJson({ format: FORMAT, version: VERSION, ...top })];
  for (const part of Object.keys(parts) as Part[])
    for (const record of records[part]) lines.push(stringifyJson({ part, record }));
  return `${lines.join('\n')}\n`;
}

function fault(line: number, issue: z.Issue | undefined): RunFileError {
  const field = issue === undefined ? '' : issue.path.map(String).join('.');
  return new RunFileError(
    `line ${line}: ${field === '' ? '' : `${field} `}${issue?.message ?? 'does not fit'}`,
  );
}

function json(text: string, line: number): unknown {
  try {
    return parseJson(text);
  } catch (cause) {
    throw new RunFileError(`line ${line} is not JSON`, { cause });
  }
}

const wrapper = z.object({ part: z.string(), record: z.unknown() });

/** Reads a file's text. Throws RunFileError naming the line. Parts of a later version are passed over. */
export function readRunFile(text: string): RunFile {
  const lines = text.split('\n').map((line) => line.trim());
  const top = head.safeParse(json(lines[0] ?? '', 1));
  if (!top.success) throw fault(1, top.error.issues[0]);
  const records = Object.fromEntries(Object.keys(parts).map((part) => [part, []])) as unknown as FileRecords;
  for (const [place, line] of lines.entries()) {
    if (place === 0 || line === '') continue;
    const wrapped = wrapper.safeParse(json(line, place + 1));
    if (!wrapped.success) throw fault(place + 1, wrapped.error.issues[0]);
    const { part, record } = wrapped.data;
    if (!Object.hasOwn(parts, part)) continue;
    const read = parts[part as Part].safeParse(record);
    if (!read.success) throw fault(place + 1, read.error.issues[0]);
    (records[part as Part] as unknown[]).push(read.data);
  }
  return { head: top.data, records };
}
