// Checks on what a browser sends: who may change a session, and how a body is read.
// Invariant: a change is made by a page of this origin only (a browser always names the origin of a POST or DELETE), by JSON only, of bounded size.
import type * as z from 'zod/mini';
import { ContractError, firstIssue } from '@/lib/contract/errors';
import { parseJson } from '@/lib/json/exact';

/** Of every request body the console accepts. */
export const MAX_BODY_BYTES = 16 * 1024;

/** Throws FORBIDDEN unless the request comes from a page of this very host; a browser that says where a request comes from is believed too. */
export function assertSameOrigin(request: Request): void {
  const site = request.headers.get('sec-fetch-site');
  const origin = request.headers.get('origin');
  const host =
    request.headers.get('x-forwarded-host') ?? request.headers.get('host') ?? new URL(request.url).host;
  const from = origin !== null && URL.canParse(origin) ? new URL(origin) : undefined;
  // Who came by TLS has a page that did: one in clear under our name may be anybody's.
  const same = from?.host === host && (from.protocol === 'https:' || !cameByTls(request));
  if (same && (site === null || site === 'same-origin')) return;
  throw new ContractError('FORBIDDEN', 'a session is changed by a page of this console only (Origin header)');
}

/** True when the browser reached us by TLS: through a proxy that says so (Next writes the header itself where there is none), or directly. */
export function tlsOf(forwarded: string | string[] | null | undefined, direct: boolean): boolean {
  const said =
    String(forwarded ?? '')
      .split(',')[0]
      ?.trim() ?? '';
  return said === '' ? direct : said === 'https';
}

/** The same for a request as App routes and the proxy see it. */
export function cameByTls(request: Request): boolean {
  return tlsOf(request.headers.get('x-forwarded-proto'), new URL(request.url).protocol === 'https:');
}

async function boundedText(request: Request): Promise<string> {
  const declared = Number(request.headers.get('content-length') ?? 0);
  if (declared > MAX_BODY_BYTES) throw new ContractError('PAYLOAD_TOO_LARGE', 'the body is too long');
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
    const chunk = part.value as Uint8Array;
    size += chunk.byteLength;
    if (size > MAX_BODY_BYTES) {
      await reader?.cancel();
      throw new ContractError('PAYLOAD_TOO_LARGE', 'the body is too long');
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The JSON body, checked. Throws INVALID_REQUEST naming the field, PAYLOAD_TOO_LARGE beyond 16 KiB. */
export async function readBody<Schema extends z.ZodMiniType>(
  request: Request,
  schema: Schema,
): Promise<z.output<Schema>> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/json\b/i.test(type))
    throw new ContractError('INVALID_REQUEST', 'the body must be JSON (Content-Type: application/json)');
  const text = await boundedText(request);
  let body: unknown;
  try {
    body = parseJson(text);
  } catch {
    throw new ContractError('INVALID_REQUEST', 'the body is not JSON');
  }
  const result = schema.safeParse(body);
  if (!result.success) throw new ContractError('INVALID_REQUEST', firstIssue(result.error));
  return result.data;
}
