// Parameters of the OpenAPI document, from the path and query schemas of an endpoint.
import * as z from 'zod/mini';
import type { Endpoint } from '@/lib/contract/endpoint-row';
import { MAX_PAGE_SIZE, paramMeta } from '@/lib/contract/query-params';
import { jsonSchemaOf, type JsonSchema } from './components';

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  style?: 'form';
  explode?: boolean;
  schema: JsonSchema;
}

const INT64 = { type: 'integer', format: 'int64' };
const ID_PATTERN = '^0x[0-9a-fA-F]{1,64}$';

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

function querySchema(name: string, schema: z.ZodMiniType): JsonSchema {
  const written = jsonSchemaOf(schema);
  const meta = paramMeta(schema);
  switch (meta?.control) {
    case 'id':
      return { type: 'string', pattern: ID_PATTERN };
    case 'time':
      return { type: 'string', format: 'date-time' };
    case 'boolean':
      return { type: 'boolean' };
    case 'integer':
    case 'cursor':
      return { ...INT64, minimum: 0 };
    case 'kinds':
      return { type: 'array', items: { type: 'string' } };
    case 'enum':
      // Our index takes the values it knows and refuses others.
      return { ...written, type: 'string', enum: meta.known };
    case 'page':
    case 'digest':
    case 'text':
    case undefined:
  }
  if (name === 'page_size')
    return {
      type: 'integer',
      minimum: 1,
      default: schema instanceof z.ZodMiniDefault ? schema.def.defaultValue : undefined,
    };
  if (name === 'page_token') return { ...INT64, minimum: 0 };
  return written;
}

function queryParameter(name: string, schema: z.ZodMiniType): Parameter {
  const description = MEANING[name];
  return {
    name,
    in: 'query',
    required: false,
    ...(description === undefined ? {} : { description }),
    ...(name === 'kinds' ? { style: 'form' as const, explode: false } : {}),
    schema: withoutKnown(querySchema(name, schema)),
  };
}

function withoutKnown({ 'x-extensible-enum': _, ...schema }: JsonSchema): JsonSchema {
  return schema;
}

/** The parameters of a row, path first. */
export function parametersOf(row: Endpoint): Parameter[] {
  const path = Object.keys(row.params.shape).map((name): Parameter => ({
    name,
    in: 'path',
    required: true,
    schema:
      name === 'fqn'
        ? { type: 'string' }
        : name === 'skill_id'
          ? { ...INT64, minimum: 0 }
          : { type: 'string', pattern: ID_PATTERN },
  }));
  const query = Object.entries(row.query.shape).map(([name, schema]) => queryParameter(name, schema));
  const resume: Parameter = {
    name: 'Last-Event-ID',
    in: 'header',
    required: false,
    description: 'replays everything newer than this id',
    schema: { ...INT64, minimum: 0 },
  };
  return [...path, ...query, ...(row.responseType === 'stream' ? [resume] : [])];
}
