// Reading through the relay: GET /api/index/... becomes the same request to the index, with the session's key (ARCHITECTURE, "How data travels").
// Invariant: the answer's bytes pass through untouched, so integers stay exact; what is not JSON in UTF-8 never passes as data; of the index's
// headers only a few pass. What may be asked is forwardable.ts's, who shares an answer reads.ts's.
import { isUtf8 } from 'node:buffer';
import { ContractError } from '@/lib/contract/errors';
import { PROBED_STATUS } from '@/lib/contract/probe';
import { refusal } from '@/lib/relay/session/connect';
import type { Forwardable } from './forwardable';
import { keptHeaders } from './kept-headers';
import type { ReadAnswer, Reads } from './reads';
import { NO_STORE } from '@/lib/relay/respond';

const JSON_TYPE = /^application\/([\w.+-]*\+)?json\b/i;

/** What is wrong with an answer as data; undefined when nothing is. */
function faultOf({ headers, bytes }: ReadAnswer): string | undefined {
  if (bytes.length === 0) return 'nothing at all';
  if (!JSON_TYPE.test(headers.get('content-type') ?? '')) return 'something that is not JSON';
  return isUtf8(bytes) ? undefined : 'bytes that are not UTF-8';
}

/** Asks the index and passes its answer on: status, safe headers and bytes as they are. */
export async function forward(
  reads: Reads,
  request: Forwardable,
  key: string,
  options: { signal?: AbortSignal | undefined; requestId?: string | undefined } = {},
): Promise<Response> {
  const answer = await reads.get(request, key, options);
  const { status, headers, bytes, ageSeconds } = answer;
  const fault = faultOf(answer);
  if (fault !== undefined) {
    const words = `the index answered ${status} with ${fault}`;
    if (status >= 400) throw refusal({ status, headers, body: undefined }, words);
    throw new ContractError('UPSTREAM_INVALID', words, { headers: keptHeaders(headers) });
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
 * A probe asks whether something exists: "no" is its answer, not a failure, so it goes out as 204 with the index's own status beside it.
 * (A browser writes every failed request into its console; looking an id up in eight families would fill it.)
 */
export function answerProbe(answer: Response): Response {
  if (answer.status !== 404 && answer.status !== 501) return answer;
  void answer.body?.cancel();
  const headers = new Headers(answer.headers);
  headers.delete('content-type');
  headers.set(PROBED_STATUS, String(answer.status));
  return new Response(null, { status: 204, headers });
}
