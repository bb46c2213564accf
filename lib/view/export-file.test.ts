import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseJson } from '@/lib/json/exact';
import {
  csvField,
  exportLines,
  exportName,
  manifest,
  tabText,
  type ExportFacts,
  type ExportForm,
} from './export-file';

const facts: ExportFacts = {
  what: 'stake events',
  request: '/leaders/0x1/stake-events?kind=slash',
  rows_from: 'every page of the listing',
  index: { host: 'index.test:4000', release: null, network: 'testnet', log_id: 'L1' },
  made_at: Date.UTC(2026, 10, 21, 12, 3, 11, 7),
  total_items: 3,
  complete: false,
};
const file = (form: ExportForm, rows: readonly object[], fields?: string[]) =>
  [...exportLines(form, rows, facts, fields === undefined ? {} : { fields })].join('');

test('NDJSON: the manifest first (what, when, how many, from which index), then one row per line, integers exact', () => {
  const row = { fqn: 'a', vault: 9007199254740993n, verified: null };
  const lines = file('ndjson', [row]).trimEnd().split('\n').map(parseJson);
  expect(lines).toEqual([{ manifest: { ...facts, made_at: '2026-11-21T12:03:11.007Z', count: 1 } }, row]);
});

test('CSV: a byte order mark, the heads, then rows; unknown is empty, empty text is not, quotes and lines survive', () => {
  const text = file('csv', [
    { a: null, b: '', c: 907199254740993n, d: 'say "no"\nor, yes' },
    { a: false, e: { deep: 1n } },
  ]);
  expect(text).toBe(
    '\uFEFFa,b,c,d,e\r\n,"",907199254740993,"say ""no""\nor, yes",\r\nfalse,,,,"{""deep"":1}"\r\n',
  );
});

test('CSV has the fields that are named, in their order, without rows too', () => {
  expect(file('csv', [], ['b', 'a'])).toBe('\uFEFFb,a\r\n');
  expect(file('csv', [{ a: 1, b: 2, c: 3 }], ['b', 'a']).split('\r\n')[1]).toBe('2,1');
});

test('CSV heads name the unit of a field, where known', () => {
  const lines = [...exportLines('csv', [{ fee: 1n, id: 'a' }], facts, { units: { fee: 'MIST' } })].join('');
  expect(lines.split('\r\n')[0]).toBe('\uFEFFfee (MIST),id');
});

test.each([
  '=1+1',
  '+1',
  '-1+2',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '\n=1',
  '  =1',
  '\u0000=1',
  '\u00a0=1',
  '\uff1d1',
  '=HYPERLINK("http://evil.example","x")',
])('a field is never the formula %j', (text) => {
  expect(csvField(text).replace(/^"/, '')).toMatch(/^'/);
});

/** The cells that a spreadsheet with this delimiter reads: it unquotes only fields that begin with a quote. */
function cells(line: string, delimiter: string): string[] {
  const quoted = `"(?:[^"]|"")*"`;
  const bare = `[^${delimiter}\r\n]*`;
  return [...line.matchAll(new RegExp(`(?:^|[${delimiter}\r\n])(${quoted}|${bare})`, 'g'))].map(
    ([, cell = '']) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell),
  );
}

test('no cell is a formula in a spreadsheet of any locale, with any delimiter', () => {
  const piece = fc.constantFrom(
    'a',
    '"',
    ',',
    ';',
    '|',
    '\t',
    '\r',
    '\n',
    ' ',
    '=1',
    '+1',
    '-1',
    '@x',
    '\uff1d1',
  );
  const text = fc.array(piece, { maxLength: 8 }).map((all) => all.join(''));
  fc.assert(
    fc.property(text, text, fc.constantFrom(',', ';', '|', '\t'), (first, second, delimiter) => {
      const line = [first, second, [second], 'end'].map(csvField).join(',');
      for (const cell of cells(line, delimiter)) expect(cell).not.toMatch(/^\s*[=+\-@\uff1d]/);
    }),
    { numRuns: 2_000 },
  );
});

test('CSV quotes semicolons and tabs; numbers, times and JSON stay exact', () => {
  expect(csvField('a;b')).toBe('"a;b"');
  expect(csvField('a\tb')).toBe('"a\tb"');
  expect(csvField('x;=1+1')).toBe(`"x;'=1+1"`);
  expect(csvField('2026-11-21T12:03:11.123456Z')).toBe('2026-11-21T12:03:11.123456Z');
  expect(csvField(-907199254740993n)).toBe('-907199254740993');
  expect(csvField([1n, -2n])).toBe('"[1,-2]"');
});

test.each([
  [9007199254740993n, "'9007199254740993"],
  [-9007199254740993n, "'-9007199254740993"],
  ['1234567890123456', "'1234567890123456"],
  ['0.1234567890123456', "'0.1234567890123456"],
  ['1e400', "'1e400"],
  ['007', "'007"],
  [1e21, "'1e+21"],
  ['123456789012345', '123456789012345'],
  ['0.5', '0.5'],
  ['1.2.3', '1.2.3'],
  ['0x12345678901234567890', '0x12345678901234567890'],
])('a spreadsheet keeps the digits of %s', (value, field) => {
  expect(csvField(value)).toBe(field);
});

test.each([
  ' 12345678901234567890',
  '12345678901234567890\u00a0',
  '1 234 567 890 123 456 789',
  '1,234,567,890,123,456,789',
  '$1234567890123456',
  '1234567890123456 €',
  '1234567890123456%',
  '.12345678901234567890',
  '\uff11234567890123456',
  ' 007',
  '$1e5',
  '(5)',
  '($1,234.50)',
  '5-',
  '1-2',
  '1/2',
  '1 1/2',
  ' 3/5 ',
  '1/2/2026 5:00 PM',
  'DEC1',
  'sept-2',
  '3 Mar',
  '1-Oct-26',
  'May 5, 2026',
  '1:2',
  '100:30:00.5',
  '5 p',
])('a spreadsheet takes the text %j for no other value', (text) => {
  expect(csvField(text).replace(/^"/, '')).toBe(`'${text}${text.includes(',') ? '"' : ''}`);
  expect(tabText([{ text }], {})).toBe(`text\n'${text}`);
});

test.each([
  ' 5 ',
  '1,234.5',
  '$1,234.50',
  '95.5%',
  '0.5',
  '1.10',
  '(a)',
  '2026-11-21',
  '13:00',
  '2026-11-21T12:03:11.123456Z',
  'step-1',
  'decode1',
  'marker 2',
  'v1.2',
  '1.2.3',
  '5 of 7',
  '12.5 s',
  'xyz.a.b@1',
  '1:x',
  '1/a',
])('the text %j is not changed', (text) => {
  expect(csvField(text).replaceAll(/^"|"$/g, '')).toBe(text);
  expect(tabText([{ text }], {})).toBe(`text\n${text}`);
});

test('whether a spreadsheet would change a text is found in linear time', () => {
  const many = 400_000;
  for (const [start, piece, end] of [
    ['', ' ', 'x'],
    ['', '1', 'x'],
    ['', '1,', 'x'],
    ['1 jan', ' ', 'x'],
    ['1:', '1', 'x'],
    ['(', '1', 'x'],
  ] as const) {
    const text = start + piece.repeat(many) + end;
    expect(csvField(text).length).toBe(text.length + (piece === '1,' ? 2 : 0));
  }
});

test('JSON and negative numbers of rows for the clipboard are as recorded', () => {
  const rows = [
    parseJson('{"list":[1,-2],"more":{"a":[-1,-2.50]},"fee":-12,"exact":-1.10,"ok":false}') as object,
  ];
  expect(tabText(rows, {}).split('\n')[1]?.split('\t')).toEqual([
    '[1,-2]',
    '{"a":[-1,-2.50]}',
    '-12',
    '-1.10',
    'false',
  ]);
  expect(tabText([{ a: 12345678901234567890n, b: '=1' }], {})).toBe(`a\tb\n'12345678901234567890\t'=1`);
});

test('rows for the clipboard have one line each, whole ids and plain numbers', () => {
  const id = `0x${'a'.repeat(64)}`;
  const rows = [
    { id, fee: 14_700_000n, note: 'a\tb\n=1' },
    { id, fee: null, more: { a: 1n } },
  ];
  expect(
    tabText(rows, { fee: 'MIST' })
      .split('\n')
      .map((line) => line.split('\t')),
  ).toEqual([
    ['id', 'fee (MIST)', 'note', 'more'],
    [id, '14700000', 'a b =1', ''],
    [id, '', '', '{"a":1}'],
  ]);
});

test('numbers of a row keep the digits they were written with', () => {
  const text = '{"a":1.10,"b":1e400,"c":9007199254740993,"d":-0,"e":{"f":1.0}}';
  const row = parseJson(text) as object;
  expect(file('csv', [row])).toBe(`\uFEFFa,b,c,d,e\r\n1.10,'1e400,'9007199254740993,-0,"{""f"":1.0}"\r\n`);
  expect(file('ndjson', [row]).split('\n')[1]).toBe(text);
});

test('a column named like an inherited property is that of the row', () => {
  const rows = [JSON.parse('{"__proto__":1,"constructor":2}') as object, { a: 3 }];
  expect(file('csv', rows)).toBe('\uFEFF__proto__,constructor,a\r\n1,2,\r\n,,3\r\n');
});

test('the name of a partial CSV says so; a manifest has the rest', () => {
  expect(exportName(facts, 'csv')).toMatch(/-partial\.csv$/);
  expect(exportName({ ...facts, complete: true }, 'csv')).not.toContain('partial');
  expect(manifest(facts, 'csv', 2)).toMatchObject({ what: 'stake events', count: 2, complete: false });
});

test('no text can start a formula, whatever it is; a negative number stays a number', () => {
  fc.assert(
    fc.property(fc.constantFrom('=', '+', '-', '@', '\t', '\r'), fc.string(), (first, rest) => {
      expect(csvField(first + rest)).toMatch(/^"?'/);
    }),
  );
  expect(csvField(-1n)).toBe('-1');
});

test('a text of line breaks is written in linear time', () => {
  expect(csvField(`a${'\n'.repeat(400_000)}`).length).toBe(400_003);
  expect(csvField(`a${'\n'.repeat(400_000)}=1`)).toMatch(/\n'=1"$/);
});

test('the name contains the list, the network and the time', () => {
  expect(exportName(facts, 'ndjson')).toBe('stake-events-testnet-2026-11-21T12-03-11.ndjson');
  const unnamed = {
    ...facts,
    index: { host: 'index.test:4000', release: null, network: null, log_id: null },
  };
  expect(exportName(unnamed, 'ndjson')).toBe('stake-events-index-test-4000-2026-11-21T12-03-11.ndjson');
  expect(exportName({ ...facts, index: null }, 'csv')).toBe(
    'stake-events-file-2026-11-21T12-03-11-partial.csv',
  );
});
