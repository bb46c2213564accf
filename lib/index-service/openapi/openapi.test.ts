// The OpenAPI document against the table: nothing missing, nothing beside it, every reference leads somewhere.
import { expect, test } from 'vitest';
import { endpoint, endpointNames } from '@/lib/contract/endpoints';
import { isScope } from '@/lib/contract/scopes';
import { openApiDocument } from './document';

const document = openApiDocument('v-test');
const { schemas } = document.components;
const operationOf = (name: (typeof endpointNames)[number]) => {
  const { path, method } = endpoint(name);
  return document.paths[path]?.[method.toLowerCase()];
};

/** Every object in the document, however deep. */
function objectsIn(value: unknown): Record<string, unknown>[] {
  if (Array.isArray(value)) return value.flatMap(objectsIn);
  if (typeof value !== 'object' || value === null) return [];
  return [value as Record<string, unknown>, ...Object.values(value).flatMap(objectsIn)];
}

test.each(endpointNames)('%s stands in it with its parameters, scope and errors', (name) => {
  const row = endpoint(name);
  const operation = operationOf(name);
  expect(operation?.operationId).toBe(name);
  const parameters = operation?.parameters
    .filter((parameter) => parameter.in !== 'header')
    .map((parameter) => parameter.name);
  expect(parameters).toEqual([...Object.keys(row.params.shape), ...Object.keys(row.query.shape)]);
  for (const placeholder of row.path.matchAll(/\{(\w+)\}/g)) expect(parameters).toContain(placeholder[1]);
  for (const status of row.errors) expect(operation?.responses).toHaveProperty(String(status));
  const scopes = operation?.security.flatMap((requirement) => requirement['apiKey'] ?? []);
  expect(scopes).toEqual(isScope(row.access) ? [row.access] : []);
  expect(operation?.security.length === 0).toBe(row.access === 'open' && name !== 'keys.issue');
});

test('it holds as many operations as the table has rows', () => {
  const count = Object.values(document.paths).reduce(
    (sum, operations) => sum + Object.keys(operations).length,
    0,
  );
  expect(count).toBe(endpointNames.length);
});

test('every reference leads to a component', () => {
  const targets = objectsIn(document).flatMap((node) =>
    typeof node['$ref'] === 'string' ? [node['$ref']] : [],
  );
  expect(targets.length).toBeGreaterThan(50);
  const schemaRefs = Object.keys(schemas).map((name) => `#/components/schemas/${name}`);
  expect([...new Set(targets)].filter((target) => !schemaRefs.includes(target))).toEqual([]);
});

test('an int64 is an integer of that width, also where it may be null, and no internal metadata remains', () => {
  const properties = (name: string) => schemas[name]?.['properties'] as Record<string, unknown>;
  const int64 = { type: 'integer', format: 'int64' };
  expect(properties('Leader')['stake_pool_total']).toEqual(int64);
  expect(properties('EventRecord')['id']).toEqual(int64);
  expect(properties('Payment')['max_budget_mist']).toEqual(int64);
  expect(properties('Execution')['skill_id']).toEqual({ anyOf: [int64, { type: 'null' }] });
  for (const node of objectsIn(document))
    for (const key of ['known', 'control', 'whole', 'json', '$id', '$schema'])
      expect(node).not.toHaveProperty(key);
});

test('a listing is its envelope around the named resource; errors have one body', () => {
  const answer = (name: 'leaders.list' | 'events.list', status: string) =>
    operationOf(name)?.responses[status]?.content?.['application/json']?.schema;
  expect(answer('leaders.list', '200')).toMatchObject({
    required: ['items', 'metadata'],
    properties: {
      items: { type: 'array', items: { $ref: '#/components/schemas/Leader' } },
      metadata: { $ref: '#/components/schemas/ListingMetadata' },
    },
  });
  for (const status of ['400', '401', '403', '429'])
    expect(answer('events.list', status)).toEqual({ $ref: '#/components/schemas/Error' });
  expect(schemas['Error']?.['required']).toEqual(['error_code', 'message']);
});

test('an enum filter lists its values, an array of kinds is comma-separated', () => {
  const parameter = (name: 'leaders.list' | 'events.list', of: string) =>
    operationOf(name)?.parameters.find((parameter) => parameter.name === of);
  expect(parameter('leaders.list', 'status')?.schema['enum']).toEqual(['active', 'suspended', 'slashed']);
  expect(parameter('events.list', 'kinds')).toMatchObject({ style: 'form', explode: false });
  expect(parameter('leaders.list', 'page_size')?.schema['default']).toBe(20);
});
