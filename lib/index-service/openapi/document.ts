// GET /openapi.json: the OpenAPI 3.1 document, generated from the endpoint table (spec 10.1).
import { STATUS_CODES } from 'node:http';
import * as z from 'zod/mini';
import type { Endpoint } from '@/lib/contract/endpoint-row';
import { endpoint, endpointNames, type EndpointName } from '@/lib/contract/endpoints';
import { isScope } from '@/lib/contract/scopes';
import { componentSchemas, jsonSchemaOf, reference, referenceTo, type JsonSchema } from './components';
import { parametersOf, type Parameter } from './parameters';
import { summaries } from './summaries';

export interface OpenApiResponse {
  description: string;
  headers?: Record<string, unknown>;
  content?: Record<string, { schema: JsonSchema }>;
}

export interface Operation {
  operationId: EndpointName;
  tags: string[];
  summary: string;
  parameters: Parameter[];
  requestBody?: { required: true; content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, OpenApiResponse>;
  security: Record<string, string[]>[];
}

export interface OpenApiDocument {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, JsonSchema>; securitySchemes: Record<string, unknown> };
}

const json = (schema: JsonSchema) => ({ 'application/json': { schema } });

function answerSchema(name: EndpointName, row: Endpoint): JsonSchema {
  if (row.responseType === 'listing' && row.response instanceof z.ZodMiniObject) {
    const items = row.response.shape['items'] as z.ZodMiniArray;
    const item = items.def.element as z.ZodMiniType;
    return {
      type: 'object',
      required: ['items', 'metadata'],
      properties: {
        items: { type: 'array', items: referenceTo(item) ?? jsonSchemaOf(item) },
        metadata: reference('ListingMetadata'),
      },
    };
  }
  if (name === 'service.health' || name === 'service.openapi') return { type: 'object' };
  return referenceTo(row.response) ?? jsonSchemaOf(row.response);
}

function success(name: EndpointName, row: Endpoint): [status: string, response: OpenApiResponse] {
  switch (row.responseType) {
    case 'empty':
      return ['204', { description: 'Done.' }];
    case 'text':
      return ['200', { description: 'A page.', content: { 'text/html': { schema: { type: 'string' } } } }];
    case 'stream':
      return [
        '200',
        {
          description: 'Frames of three lines: id, event: message, and data, which is an EventFrame.',
          content: { 'text/event-stream': { schema: { type: 'string' } } },
        },
      ];
    case 'listing':
    case 'record':
      return [
        row.method === 'POST' ? '201' : '200',
        { description: summaries[name], content: json(answerSchema(name, row)) },
      ];
  }
}

/** The statuses the table gives the row, and those of the gate before it. */
function errorStatuses(row: Endpoint): number[] {
  const statuses = new Set(row.errors);
  if (row.access !== 'open') statuses.add(401).add(429);
  if (isScope(row.access)) statuses.add(403);
  if (Object.keys(row.params.shape).length > 0) statuses.add(404);
  if (Object.keys(row.query.shape).length > 0) statuses.add(400);
  if (row.body !== undefined) statuses.add(400).add(413).add(415);
  return [...statuses].sort((a, b) => a - b);
}

function errorResponse(status: number): OpenApiResponse {
  const wait = { 'retry-after': { description: 'Seconds to wait.', schema: { type: 'integer' } } };
  return {
    description: STATUS_CODES[status] ?? 'Error',
    ...(status === 429 ? { headers: wait } : {}),
    content: json(reference('Error')),
  };
}

function security(name: EndpointName, row: Endpoint): Record<string, string[]>[] {
  if (name === 'keys.issue') return [{ paymentToken: [] }];
  if (row.access === 'open') return [];
  const scopes = isScope(row.access) ? [row.access] : [];
  return [{ apiKey: scopes }, { authorization: scopes }];
}

function operation(name: EndpointName, row: Endpoint): Operation {
  const [status, response] = success(name, row);
  const own: Record<string, OpenApiResponse> = name === 'service.ready' ? { '503': response } : {};
  return {
    operationId: name,
    tags: [name.split('.')[0] ?? name],
    summary: summaries[name],
    parameters: parametersOf(row),
    ...(row.body === undefined
      ? {}
      : { requestBody: { required: true, content: json(referenceTo(row.body) ?? jsonSchemaOf(row.body)) } }),
    responses: {
      [status]: response,
      ...Object.fromEntries(errorStatuses(row).map((one) => [String(one), errorResponse(one)])),
      ...own,
    },
    security: security(name, row),
  };
}

const metadata: JsonSchema = {
  type: 'object',
  required: ['next_token', 'total_items'],
  properties: {
    next_token: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
    total_items: { type: 'integer', format: 'int64' },
  },
};

/** The whole document. `release` is its version. */
export function openApiDocument(release: string): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {};
  for (const name of endpointNames) {
    const row = endpoint(name);
    (paths[row.path] ??= {})[row.method.toLowerCase()] = operation(name, row);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Dagscope index',
      version: release,
      description:
        'Read API over the events of an agent-workflow network. Integers of format int64 are exact JSON integers and can exceed 2^53. Unknown query parameters are ignored.',
    },
    paths,
    components: {
      schemas: { ...componentSchemas(), ListingMetadata: metadata },
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key', description: '<key_id>.<secret>' },
        authorization: {
          type: 'apiKey',
          in: 'header',
          name: 'authorization',
          description: 'ApiKey <key_id>.<secret>; x-api-key wins where both are sent',
        },
        paymentToken: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'A token signed (EdDSA) by the payment authority.',
        },
      },
    },
  };
}
