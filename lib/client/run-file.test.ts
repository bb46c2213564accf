import { describe, expect, it } from 'vitest';
import { fees, finished, payment, reviewLines, told } from '@/lib/dag/fixtures/recorded-runs';
import { documentReview } from '@/lib/dag/fixtures/structures';
import { readRunFile, writeRunFile, type FileRecords } from './run-file';

const head = {
  execution_object_id: `0x${'e'.repeat(64)}`,
  saved_at: '2026-11-21T12:00:00.000Z',
  source: null,
  missing: ['walks'],
  cut: { events: 12_000 },
  looked: 345,
};
const records: FileRecords = {
  execution: [finished(false, false)],
  structure: [documentReview],
  event: told(reviewLines),
  submission_failure: [],
  ledger: [fees(90, 9007199254740993n, 0n, 0n)],
  gas: [],
  payment: [payment()],
  walk: [],
  history: [],
};

describe('a file of an execution', () => {
  it('is read back as it was written, 64-bit integers included', () => {
    const text = writeRunFile({ head, records });
    expect(text.trimEnd().split('\n')).toHaveLength(1 + 1 + 1 + reviewLines.length + 1 + 1);
    const file = readRunFile(text);
    expect(file.records).toEqual(records);
    expect(file.head).toMatchObject(head);
    expect(text).toContain('9007199254740993');
  });

  it('of before tells nothing of cut listings: all were whole as far as it knows', () => {
    const [, ...lines] = writeRunFile({ head, records }).split('\n');
    const { cut: _cut, looked: _looked, ...old } = { format: 'dagscope.execution', version: 1, ...head };
    expect(readRunFile([JSON.stringify(old), ...lines].join('\n')).head).toMatchObject({
      cut: {},
      looked: null,
    });
  });

  it('passes over parts of a later version, blank lines and Windows line ends', () => {
    const text = `${writeRunFile({ head, records }).replaceAll('\n', '\r\n')}\r\n{"part":"later","record":{}}\r\n`;
    expect(readRunFile(text).records).toEqual(records);
  });

  it.each([
    ['', 'line 1 is not JSON'],
    ['{"format":"other"}', 'line 1: format is not "dagscope.execution": not a file of this console'],
    [`${writeRunFile({ head, records: { ...records } })}{"part":`, /^line \d+ is not JSON$/],
    [
      `${writeRunFile({ head, records })}{"part":"event","record":{"id":"x"}}`,
      /^line \d+: id must be number, is string$/,
    ],
  ])('says what is wrong and where', (text, message) => {
    expect(() => readRunFile(text)).toThrow(message);
  });
});
