// What an OpenAPI document proves about a refusal, against a real HTTP server.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { BEYOND_SPECIFICATION, endpoint, endpointNames } from '@/lib/contract/endpoints';
import { reply, startSmallIndex, type SmallIndex } from '@/lib/relay/testing/small-index';
import { createApiDocument } from './api-document';
import { createUpstream } from './index-client';

let index: SmallIndex;
let now = 0;

beforeEach(async () => {
  now = 0;
  index = await startSmallIndex();
});
afterEach(() => index.close());

const document = () => createApiDocument(createUpstream({ baseUrl: index.url, fetch }), () => now);

/** The specified reads, with other parameter names. */
function describeIndex({ without = '', and = [] as string[] } = {}): void {
  const specified = endpointNames.filter((name) => !BEYOND_SPECIFICATION.has(name));
  const paths = [...specified.map((name) => endpoint(name).path), ...and].filter((path) => path !== without);
  const entries = paths.map((path) => [path.replaceAll(/\{\w+\}/g, '{id}'), { get: {} }]);
  index.replies.set('GET /openapi.json', reply(200, JSON.stringify({ paths: Object.fromEntries(entries) })));
}

test('an optional endpoint that the document leaves out is lacking, one that it lists is not', async () => {
  describeIndex({ and: ['/executions/{key}'] });
  const { confirmsLackOf } = document();
  expect(await confirmsLackOf('executions.get', 404)).toBe(false);
  for (const status of [404, 405, 501]) expect(await confirmsLackOf('executions.walks', status)).toBe(true);
  expect(await confirmsLackOf('executions.walks', 500)).toBe(false);
  expect(await confirmsLackOf('dags.get', 404)).toBe(false);
  expect(index.requests.map(({ url }) => url)).toEqual(['/openapi.json']);
  expect(index.requests[0]?.headers['x-api-key']).toBeUndefined();
});

test('an incomplete, missing or unreadable document proves nothing', async () => {
  describeIndex({ without: '/agents' });
  expect(await document().confirmsLackOf('executions.walks', 404)).toBe(false);
  for (const answer of [reply(200, '{"paths":[]}'), reply(200, '<html>'), reply(404, '{}')]) {
    index.replies.set('GET /openapi.json', answer);
    expect(await document().confirmsLackOf('executions.walks', 404)).toBe(false);
  }
});

test('the document is read again after five minutes, and never for an answer', async () => {
  describeIndex();
  const { confirmsLackOf } = document();
  expect(await confirmsLackOf('executions.walks', 200)).toBe(false);
  expect(index.requests).toEqual([]);
  expect(await confirmsLackOf('executions.walks', 404)).toBe(true);
  describeIndex({ and: [endpoint('executions.walks').path] });
  expect(await confirmsLackOf('executions.walks', 404)).toBe(true);
  now = 5 * 60_000;
  expect(await confirmsLackOf('executions.walks', 404)).toBe(false);
});
