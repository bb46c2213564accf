// Checks on requests that change a session. Invariant: only pages of this origin may (browsers send Origin with every POST and DELETE),
// with JSON of bounded size.
import type { IncomingHttpHeaders } from 'node:http';
import type * as z from 'zod/mini';
import { ContractError, firstIssue } from '@/lib/contract/errors';
import { jsonOrUndefined } from '@/lib/json/exact';
import { boundedBody } from '@/lib/limits/bounded-body';
import { REQUEST_LIMITS } from './limits';

/** A header of a web or a Node request. */
export function headerOf(headers: Headers | IncomingHttpHeaders, name: string): string | undefined {
  return headers instanceof Headers ? (headers.get(name) ?? undefined) : headers[name]?.toString();
}

/** The hosts that a request names, in lower case, perhaps with ports. Only a trusted proxy's header survives (client-address.ts). */
export function requestedHosts(headers: Headers | IncomingHttpHeaders): string[] {
  const forwarded = (headerOf(headers, 'x-forwarded-host') ?? '').trim();
  const hosts = forwarded === '' ? (headerOf(headers, 'host') ?? '') : forwarded;
  return hosts
    .toLowerCase()
    .split(',')
    .map((host) => host.trim());
}

/** The host that the browser connected to. */
export const requestedHost = (headers: Headers | IncomingHttpHeaders): string =>
  requestedHosts(headers)[0] ?? '';

/** A host without its port. */
export const hostName = (host: string): string => host.replace(/:\d*$/, '');

/** Throws FORBIDDEN unless Origin, and Sec-Fetch-Site where present, name this host. */
export function assertSameOrigin(request: Request): void {
  const site = request.headers.get('sec-fetch-site');
  const origin = request.headers.get('origin');
  const host = requestedHost(request.headers);
  const from = origin !== null && URL.canParse(origin) ? new URL(origin) : undefined;
  // Over TLS, a plain-text page under our name may be someone else's.
  const same =
    from?.host === host && from.origin === origin && (from.protocol === 'https:' || !cameByTls(request));
  if (same && (site === null || site === 'same-origin')) return;
  throw new ContractError('FORBIDDEN', 'only pages of this console may change a session (Origin header)');
}

/** Whether the browser connected over TLS, to a trusted proxy or directly. Next sets the header itself where there is none. */
export function tlsOf(forwarded: string | string[] | null | undefined, direct: boolean): boolean {
  const protocol =
    String(forwarded ?? '')
      .split(',')[0]
      ?.trim() ?? '';
  return protocol === '' ? direct : protocol === 'https';
}

/** The same for a web `Request`. */
export function cameByTls(request: Request): boolean {
  return tlsOf(request.headers.get('x-forwarded-proto'), new URL(request.url).protocol === 'https:');
}

/** The validated JSON body. Throws INVALID_REQUEST naming the field, PAYLOAD_TOO_LARGE beyond 16 KiB. */
export async function readBody<Schema extends z.ZodMiniType>(
  request: Request,
  schema: Schema,
): Promise<z.output<Schema>> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type))
    throw new ContractError('INVALID_REQUEST', 'the body must be JSON (Content-Type: application/json)');
  const bytes = await boundedBody(request, REQUEST_LIMITS.bodyBytes);
  if (bytes === undefined) throw new ContractError('PAYLOAD_TOO_LARGE', 'the body is too large');
  const body = jsonOrUndefined(bytes.toString('utf8'));
  if (body === undefined) throw new ContractError('INVALID_REQUEST', 'the body is not JSON');
  const result = schema.safeParse(body);
  if (!result.success) throw new ContractError('INVALID_REQUEST', firstIssue(result.error));
  return result.data;
}
