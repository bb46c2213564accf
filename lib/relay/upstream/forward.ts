// GET /api/index/...: the same request to the index with the session's key. Invariant: the response's bytes pass through unchanged, so integers
// stay exact; only JSON in UTF-8 and a few headers pass.
import { isUtf8 } from 'node:buffer';
import { ContractError } from '@/lib/contract/errors';
import { PROBE, PROBED_STATUS } from '@/lib/contract/probe';
import type { Relay } from '@/lib/relay/relay';
import type { PlainResponse } from '@/lib/relay/responses';
import { readingSession } from '@/lib/relay/session/session';
import { toForward, type Forwardable } from './forwardable';
import type { ReadAnswer, Reads } from './reads';
import { endsAsJson, keptHeaders, refusal, startsAsJson } from './index-client';

/** Where the console answers reads of the index. */
export const READS = '/api/index';

/** The age that a request accepts: `cache-control: max-age=SECONDS`. */
function acceptedAgeMs(headers: Headers): number {
  const [, seconds = '0'] = /^max-age=(\d{1,3})$/.exec(headers.get('cache-control') ?? '') ?? [];
  return Number(seconds) * 1000;
}

const JSON_TYPE = /^application\/([\w.+-]*\+)?json\b/i;

/** What keeps a response from being data. */
function problemOf({ headers, bytes }: ReadAnswer): string | undefined {
  if (bytes.length === 0) return 'an empty body';
  // JSON by another label, such as text/plain, or by none.
  const isJson =
    JSON_TYPE.test(headers.get('content-type') ?? '') || (startsAsJson(bytes) && endsAsJson(bytes));
  if (!isJson) return 'a body that is not JSON';
  return isUtf8(bytes) ? undefined : 'a body that is not UTF-8';
}

/** Of the index, to the browser; those of a cached answer are no longer true. */
export function headersToBrowser({
  headers,
  ageSeconds,
}: Pick<ReadAnswer, 'headers' | 'ageSeconds'>): Record<string, string> {
  return ageSeconds === undefined ? keptHeaders(headers) : { age: String(ageSeconds) };
}

/** Passes on the index's status, safe headers and bytes. Throws like `Reads.get`, and UPSTREAM_INVALID for what is not data. */
export async function forward(
  reads: Reads,
  request: Forwardable,
  key: string,
  options: Parameters<Reads['get']>[2] = {},
): Promise<PlainResponse> {
  const answer = await reads.get(request, key, options);
  const { status, headers, bytes, release } = answer;
  const problem = problemOf(answer);
  if (problem !== undefined) {
    release();
    const message = `The index responded ${status} with ${problem}`;
    if (status >= 400) throw refusal({ status, headers, body: undefined }, message);
    throw new ContractError('UPSTREAM_INVALID', message, { headers: keptHeaders(headers) });
  }
  return {
    status,
    headers: {
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      ...headersToBrowser(answer),
    },
    body: bytes,
    release,
  };
}

/**
 * Answers a probe for existence: "no" is a result, so it becomes 204 with the index's own status in a header.
 * (Browsers log every failed request; looking an id up in eight resources would fill the console.)
 */
export function answerProbe(answer: PlainResponse): PlainResponse {
  if (answer.status !== 404 && answer.status !== 501) return answer;
  answer.release?.();
  const { 'content-type': _, ...headers } = answer.headers;
  return { status: 204, headers: { ...headers, [PROBED_STATUS]: String(answer.status) }, body: null };
}

/** A browser's read, from its session on. `url`: as requested, below `/api/index`. */
export async function answerRead(
  relay: Relay,
  { url, headers, signal }: { url: URL; headers: Headers; signal: AbortSignal },
  requestId: string,
): Promise<PlainResponse> {
  const request = toForward(url.pathname.slice(READS.length), url.searchParams);
  const { network, key } = await readingSession(relay, headers);
  const maxAgeMs = acceptedAgeMs(headers);
  const answer = await forward(network.reads, request, key, { signal, requestId, maxAgeMs });
  return headers.has(PROBE) ? answerProbe(answer) : answer;
}
