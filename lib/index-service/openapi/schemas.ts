// The schemas of the OpenAPI document, generated from the contract's zod schemas (spec 2): named ones and those of parameters.
// Invariant: int64 is {type: integer, format: int64}; metadata for the console's controls is omitted.
import * as z from 'zod/mini';
import * as agents from '@/lib/contract/agents';
import * as dags from '@/lib/contract/dags';
import type { Endpoint } from '@/lib/contract/endpoint-row';
import { errorBody } from '@/lib/contract/errors';
import * as events from '@/lib/contract/events';
import * as executions from '@/lib/contract/executions';
import * as keys from '@/lib/contract/keys';
import * as leaders from '@/lib/contract/leaders';
import * as payments from '@/lib/contract/payments';
import * as ports from '@/lib/contract/port-data';
import { MAX_PAGE_SIZE, paramMeta, type Control } from '@/lib/contract/query-params';
import * as service from '@/lib/contract/service';
import * as tasks from '@/lib/contract/tasks';
import * as tools from '@/lib/contract/tools';
import * as usage from '@/lib/contract/usage';

/** JSON Schema as it stands in the document. */
export type JsonSchema = Record<string, unknown>;

const INT64: JsonSchema = { type: 'integer', format: 'int64' };

const resources = { ...agents, ...dags, ...events, ...executions, ...keys, ...leaders };
const contract = { ...resources, ...payments, ...ports, ...service, ...tasks, ...tools, ...usage };
const NO_COMPONENT = /(Filters|Params?|Map|^structureRecord|^dagBindingRecord|^email|^handle|^printableKey)$/;

/** Components by name: what the contract exports, but for parameters and parts of other schemas. */
const namedSchemas = new Map<string, z.ZodMiniType>([['Error', errorBody]]);
for (const [name, value] of Object.entries(contract))
  if (value instanceof z.ZodMiniType && !NO_COMPONENT.test(name))
    namedSchemas.set(name.charAt(0).toUpperCase() + name.slice(1), value);

export const reference = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

function rewrite({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: JsonSchema }): void {
  if (z.globalRegistry.get(zodSchema)?.['json'] === 'int64') {
    for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
    Object.assign(jsonSchema, INT64);
  }
  // Bounds that zod writes for every integer: the range of a double, which says nothing.
  if (jsonSchema['minimum'] === Number.MIN_SAFE_INTEGER) delete jsonSchema['minimum'];
  if (jsonSchema['maximum'] === Number.MAX_SAFE_INTEGER) delete jsonSchema['maximum'];
  // Values of later releases are possible, so they are not an enum.
  if (jsonSchema['known'] !== undefined) jsonSchema['x-extensible-enum'] = jsonSchema['known'];
  for (const key of ['known', 'control', 'open', 'whole', 'hexId']) delete jsonSchema[key];
}

const options = { io: 'input', unrepresentable: 'any', override: rewrite } as const;

function inline(schema: z.ZodMiniType): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, options) as JsonSchema;
  return rest;
}

const components = z.registry<{ id: string }>();
for (const [id, schema] of [...namedSchemas].sort()) components.add(schema, { id });

/** A reference where the schema is a named one, else the schema itself. */
export function schemaFor(schema: z.ZodMiniType): JsonSchema {
  const id = components.get(schema)?.id;
  return id === undefined ? inline(schema) : reference(id);
}

/** Every component, by name. */
export function componentSchemas(): Record<string, JsonSchema> {
  const { schemas } = z.toJSONSchema(components, {
    ...options,
    uri: (id) => reference(id)['$ref'] as string,
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema: _s, $id: _i, ...schema }]) => [name, { ...schema }]),
  );
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  style?: 'form';
  explode?: boolean;
  schema: JsonSchema;
}

const MEANING: Record<string, string> = {
  page_token: 'next_token of the page before; leave out for the first page',
  page_size: `items on a page; more than ${MAX_PAGE_SIZE} is served as ${MAX_PAGE_SIZE}`,
  created_after: 'not before this time, inclusive',
  created_before: 'not after this time, inclusive',
  kinds: 'event kinds, comma-separated; the Event suffix is optional; one unknown name refuses the request',
  last_event_id: 'replays everything newer; the header Last-Event-ID wins',
  from: 'inclusive, floored to the hour; 7 days before now by default',
  to: 'exclusive, ceiled to the hour; now by default',
};

const ID: JsonSchema = { type: 'string', pattern: '^0x[0-9a-fA-F]{1,64}$' };
const COUNT: JsonSchema = { ...INT64, minimum: 0 };
const CONTROLS: Partial<Record<Control, JsonSchema>> = {
  id: ID,
  time: { type: 'string', format: 'date-time' },
  boolean: { type: 'boolean' },
  integer: COUNT,
  count: COUNT,
  cursor: COUNT,
  kinds: { type: 'array', items: { type: 'string' } },
};
const PATH: Record<string, JsonSchema> = { fqn: { type: 'string' }, skill_id: COUNT };

function querySchema(name: string, schema: z.ZodMiniType): JsonSchema {
  const { 'x-extensible-enum': _, ...jsonSchema } = inline(schema);
  if (name === 'page_token') return COUNT;
  if (name === 'page_size' && schema instanceof z.ZodMiniDefault)
    return { type: 'integer', minimum: 1, default: schema.def.defaultValue };
  const meta = paramMeta(schema);
  if (meta === undefined) return jsonSchema;
  // Our index takes the values it knows and refuses others.
  if (meta.control === 'enum') return { ...jsonSchema, type: 'string', enum: meta.known };
  if (meta.control === 'enums') return { type: 'array', items: { type: 'string', enum: meta.known } };
  return CONTROLS[meta.control] ?? jsonSchema;
}

/** Whether a parameter takes several values, comma-separated. */
function isList(schema: z.ZodMiniType): boolean {
  return ['kinds', 'enums'].includes(paramMeta(schema)?.control ?? '');
}

/** The parameters of a row, path first. */
export function parametersOf({ params, query, responseType }: Endpoint): Parameter[] {
  return [
    ...Object.keys(params.shape).map((name): Parameter => ({
      name,
      in: 'path',
      required: true,
      schema: PATH[name] ?? ID,
    })),
    ...Object.entries(query.shape).map(([name, schema]): Parameter => ({
      name,
      in: 'query',
      required: false,
      ...(name in MEANING ? { description: MEANING[name] } : {}),
      ...(isList(schema) ? { style: 'form', explode: false } : {}),
      schema: querySchema(name, schema),
    })),
    ...(responseType === 'stream'
      ? [
          {
            name: 'Last-Event-ID',
            in: 'header',
            required: false,
            description: 'replays everything newer than this id',
            schema: COUNT,
          } as const,
        ]
      : []),
  ];
}
