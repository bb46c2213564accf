// What the index's own OpenAPI document says it lacks. Read only after a 404, 405 or 501 from an endpoint beyond the specification: on a path with
// an id the status alone does not distinguish a missing endpoint from an unknown id.
import * as z from 'zod';
import { ABSENT_STATUSES } from '@/lib/contract/absence';
import { requestPath } from '@/lib/contract/endpoint-url';
import { BEYOND_SPECIFICATION, endpoint, endpointNames, type EndpointName } from '@/lib/contract/endpoints';
import { ANSWER_BYTES } from '@/lib/relay/limits';
import type { Upstream } from './index-client';

const REMEMBER_MS = 5 * 60_000;
/** A page waits for it once. */
const TIMEOUT_MS = 3_000;

const openApiDocument = z.looseObject({ paths: z.record(z.string(), z.looseObject({})) });

/** Parameter names may differ from ours. */
const anonymous = (path: string) => path.replaceAll(/\{[^}]*\}/g, '{}');

/** The optional endpoints that an OpenAPI document leaves out; none unless it lists every specified read, because an incomplete one proves nothing. */
function endpointsLeftOut(document: unknown): ReadonlySet<EndpointName> {
  const parsed = openApiDocument.safeParse(document);
  if (!parsed.success) return new Set();
  const documentedPaths = new Set(Object.keys(parsed.data.paths).map(anonymous));
  const unlisted = endpointNames.filter((name) => {
    const { method, path, access } = endpoint(name);
    return method === 'GET' && access !== 'open' && !documentedPaths.has(anonymous(path));
  });
  return new Set(unlisted.every((name) => BEYOND_SPECIFICATION.has(name)) ? unlisted : []);
}

export type ApiDocument = ReturnType<typeof createApiDocument>;

export function createApiDocument(upstream: Upstream, now: () => number) {
  let cached: { at: number; leftOut: Promise<ReadonlySet<EndpointName>> } | undefined;

  async function read(): Promise<ReadonlySet<EndpointName>> {
    const path = requestPath('service.openapi', {});
    const answer = await upstream
      .read({ path, timeoutMs: TIMEOUT_MS, maxBytes: ANSWER_BYTES.document })
      .catch(() => undefined);
    return endpointsLeftOut(answer?.status === 200 ? answer.body : undefined);
  }

  /** Of the document, read at most every five minutes. */
  function leftOut(): Promise<ReadonlySet<EndpointName>> {
    if (cached === undefined || now() - cached.at >= REMEMBER_MS) cached = { at: now(), leftOut: read() };
    return cached.leftOut;
  }

  return {
    /** Whether this refusal is certain to mean that the index lacks the endpoint. */
    async confirmsLackOf(name: EndpointName, status: number): Promise<boolean> {
      return (
        BEYOND_SPECIFICATION.has(name) && ABSENT_STATUSES.includes(status) && (await leftOut()).has(name)
      );
    },
  };
}
