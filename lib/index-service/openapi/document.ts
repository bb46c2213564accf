// GET /openapi.json: the OpenAPI 3.1 document, generated from the endpoint table (spec 10.1).
import { STATUS_CODES } from 'node:http';
import * as z from 'zod/mini';
import type { Endpoint } from '@/lib/contract/endpoint-row';
import { endpoint, endpointNames, type EndpointName } from '@/lib/contract/endpoints';
import { isScope } from '@/lib/contract/scopes';
import { componentSchemas, parametersOf, reference, schemaFor, type JsonSchema } from './schemas';
import { summaries } from './summaries';

interface OpenApiResponse {
  description: string;
  headers?: Record<string, unknown>;
  content?: Record<string, { schema: JsonSchema }>;
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
        items: { type: 'array', items: schemaFor(item) },
        metadata: reference('ListingMetadata'),
      },
    };
  }
  if (name === 'service.health' || name === 'service.openapi') return { type: 'object' };
  return schemaFor(row.response);
}

function success(name: EndpointName, row: Endpoint): OpenApiResponse {
  switch (row.responseType) {
    case 'empty':
      return { description: 'Done.' };
    case 'stream':
      return {
        description: 'Frames of three lines: id, event: message, and data, which is an EventFrame.',
        content: { 'text/event-stream': { schema: { type: 'string' } } },
      };
    case 'listing':
    case 'record':
      return { description: summaries[name], content: json(answerSchema(name, row)) };
  }
}

function successStatus({ responseType, method }: Endpoint): number {
  if (responseType === 'empty') return 204;
  return method === 'POST' ? 201 : 200;
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

function operation(name: EndpointName, row: Endpoint) {
  const response = success(name, row);
  const responses: Record<string, OpenApiResponse> = {
    [successStatus(row)]: response,
    ...Object.fromEntries(errorStatuses(row).map((status) => [status, errorResponse(status)])),
    ...(name === 'service.ready' ? { '503': response } : {}),
  };
  return {
    operationId: name,
    tags: [name.split('.')[0] ?? name],
    summary: summaries[name],
    parameters: parametersOf(row),
    ...(row.body && { requestBody: { required: true, content: json(schemaFor(row.body)) } }),
    responses,
    security: security(name, row),
  };
}

const metadata: JsonSchema = {
  type: 'object',
  required: ['next_token', 'total_items'],
  properties: {
    next_token: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
    total_items: { type: 'integer', format: 'int64' },
    row_offset: {
      type: 'integer',
      format: 'int64',
      description: 'rows before this page; tokens are such offsets',
    },
  },
};

/** The whole document. `release` is its version. */
export function openApiDocument(release: string) {
  const schemas: Record<string, JsonSchema> = { ...componentSchemas(), ListingMetadata: metadata };
  const paths: Record<string, Record<string, ReturnType<typeof operation>>> = {};
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
      schemas,
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
export type OpenApiDocument = ReturnType<typeof openApiDocument>;
