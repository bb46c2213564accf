// GET /api/index/...: the same request to the index with the session's key. Invariant: the response's bytes pass through unchanged, so integers
// stay exact; only JSON in UTF-8 passes as data, and only a few headers pass.
import { isUtf8 } from 'node:buffer';
import { ContractError } from '@/lib/contract/errors';
import { PROBED_STATUS } from '@/lib/contract/probe';
import { NO_STORE } from '@/lib/relay/respond';
import { refusal } from '@/lib/relay/session/connect';
import type { Forwardable } from './forwardable';
import { keptHeaders } from './kept-headers';
import type { ReadAnswer, Reads } from './reads';

const JSON_TYPE = /^application\/([\w.+-]*\+)?json\b/i;

/** What keeps a response from being data. */
function problemOf({ headers, bytes }: ReadAnswer): string | undefined {
  if (bytes.length === 0) return 'an empty body';
  if (!JSON_TYPE.test(headers.get('content-type') ?? '')) return 'a body that is not JSON';
  return isUtf8(bytes) ? undefined : 'a body that is not UTF-8';
}

/** Passes on the index's status, safe headers and bytes. Throws like `Reads.get`, and UPSTREAM_INVALID for what is not data. */
export async function forward(
  reads: Reads,
  request: Forwardable,
  key: string,
  options: { signal?: AbortSignal | undefined; requestId?: string | undefined } = {},
): Promise<Response> {
  const answer = await reads.get(request, key, options);
  const { status, headers, bytes, ageSeconds } = answer;
  const problem = problemOf(answer);
  if (problem !== undefined) {
    const message = `The index responded ${status} with ${problem}`;
    if (status >= 400) throw refusal({ status, headers, body: undefined }, message);
    throw new ContractError('UPSTREAM_INVALID', message, { headers: keptHeaders(headers) });
  }
  return new Response(new Uint8Array(bytes), {
    status,
    headers: {
      ...NO_STORE,
      'content-type': 'application/json; charset=utf-8',
      ...(ageSeconds === undefined ? keptHeaders(headers) : { age: String(ageSeconds) }),
    },
  });
}

/**
 * Answers a probe for existence: "no" is a result, so it becomes 204 with the index's own status in a header.
 * (Browsers log every failed request; looking an id up in eight resources would fill the console.)
 */
export function answerProbe(answer: Response): Response {
  if (answer.status !== 404 && answer.status !== 501) return answer;
  void answer.body?.cancel();
  const headers = new Headers(answer.headers);
  headers.delete('content-type');
  headers.set(PROBED_STATUS, String(answer.status));
  return new Response(null, { status: 204, headers });
}
