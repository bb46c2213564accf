// Port data case by case (2.16), shown by the prepared execution.
import { EXACT, EXECUTION, idOf } from '../prepared-events';
import {
  fail,
  isRow,
  itemsOf,
  notApplicable,
  pass,
  text,
  type Outcome,
  type Probe,
  type Row,
  type Rule,
} from '../rule';

async function portsOf(probe: Probe, vertex: string): Promise<Row | null | undefined> {
  const reply = await probe.get(`/executions/${EXECUTION}/events?page_size=100`);
  if (reply.status === 404) return undefined;
  const row = itemsOf(reply).find(
    (event) => event['vertex_name'] === vertex && event['event_type'] === 'WalkAdvanced',
  );
  if (row === undefined) return undefined;
  const ports = row['ports_data'];
  if (ports === null || isRow(ports)) return ports;
  throw new Error('ports_data is neither object nor null');
}

const object = { kind: 'object', object_id: idOf('object') };
const data = (value: unknown) => ({ kind: 'data', data: value });

const CASES: [port: string, requirement: string, expected: unknown][] = [
  ['json', 'what a tool wrote as JSON is decoded', { one: data({ price: [1, 2.5], deep: { ok: true } }) }],
  ['exact', 'a number keeps every digit', { one: data(BigInt(EXACT)) }],
  ['quoted', 'a JSON string is its content', { one: data('written as JSON') }],
  ['raw', 'a raw unquoted string stays that string', { one: data('a raw string') }],
  ['object', 'a reference to an object', { one: object }],
  ['mixed', 'many values, each with its own kind', { many: [data(1), object, data('two')] }],
  ['none', 'no values at all', { many: [] }],
];

/** Comparable text: members in one order. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (!isRow(value)) return text(value ?? null);
  return `{${Object.keys(value)
    .sort()
    .map((key) => `${key}:${canonical(value[key])}`)
    .join()}}`;
}

function rule(
  name: string,
  requirement: string,
  vertex: string,
  check: (ports: Row | null) => Outcome,
): Rule {
  return {
    name: `ports.${name}`,
    section: '2.16',
    requirement,
    selfOnly: true,
    async check(probe) {
      const ports = await portsOf(probe, vertex);
      return ports === undefined
        ? notApplicable('the prepared execution is not in this index')
        : check(ports);
    },
  };
}

export const portDataRules: Rule[] = [
  ...CASES.map(([port, requirement, expected]) =>
    rule(port, requirement, 'every', (ports) =>
      canonical(ports?.[port]) === canonical(expected)
        ? pass
        : fail(`${port} is ${canonical(ports?.[port])}`),
    ),
  ),
  rule('blob', 'a blob has blob_id and content_digest and is not resolved', 'every', (ports) => {
    const blob = isRow(ports?.['blob']) ? ports['blob']['one'] : undefined;
    if (!isRow(blob)) return fail('no value');
    const { kind, blob_id, content_digest } = blob;
    return kind === 'blob' &&
      blob_id === 'YmxvYg==' &&
      typeof content_digest === 'string' &&
      !('data' in blob)
      ? pass
      : fail(canonical(blob));
  }),
  rule('not-utf8', 'a port whose bytes are not UTF-8 is omitted, the others stay', 'every', (ports) => {
    if (ports === null) return fail('the whole map is null');
    return 'broken' in ports ? fail('the port is there') : pass;
  }),
  rule('nothing-left', 'the map is null when no port survives', 'broken', (ports) =>
    ports === null ? pass : fail(canonical(ports)),
  ),
];
