// GET /api/index/...: the same request to the index with the session's key. Invariant: the response's bytes pass through unchanged, so integers
// stay exact; only JSON in UTF-8 and a few headers pass.
import { isUtf8 } from 'node:buffer';
import { ABSENT_STATUS, ABSENT_STATUSES, ACCEPTS_ABSENCE } from '@/lib/contract/absence';
import { ContractError } from '@/lib/contract/errors';
import type { Relay } from '@/lib/relay/relay';
import { failureOf, type PlainResponse } from '@/lib/relay/responses';
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

/** The same answer, with 200 where it reports an absence. */
function withAbsence(answer: PlainResponse): PlainResponse {
  const { status, headers } = answer;
  if (!ABSENT_STATUSES.includes(status)) return answer;
  return { ...answer, status: 200, headers: { ...headers, [ABSENT_STATUS]: String(status) } };
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
  const options = { signal, requestId, maxAgeMs };
  if (!headers.has(ACCEPTS_ABSENCE)) return forward(network.reads, request, key, options);
  try {
    return withAbsence(await forward(network.reads, request, key, options));
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    return withAbsence(failureOf(relay, error, requestId));
  }
}
