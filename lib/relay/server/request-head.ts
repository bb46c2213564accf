// What every handler of the request path has in common, and the handlers that accept or refuse a request by its head alone.
// Invariant: a handler either answers the request or calls `next`, never both.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { DEVELOPMENT, isLoopback } from '@/lib/relay/env';
import { hostName, requestedHosts } from '@/lib/relay/incoming';
import { REQUEST_LIMITS } from '@/lib/relay/limits';

/** `next` runs the rest of the path and resolves when the response is finished or abandoned. Throws ContractError to refuse. */
export type Handler = (
  request: IncomingMessage,
  response: ServerResponse,
  next: () => Promise<void>,
) => void | Promise<void>;

/** Refuses a request in plain text and closes its connection, so that an unread body is never received. */
export function refuse(
  response: ServerResponse,
  status: number,
  message: string,
  headers: Record<string, string> = {},
): void {
  response
    .writeHead(status, {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'no-store',
      Connection: 'close',
      ...headers,
    })
    .end(`${message}\n`);
}

const SECURITY_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'same-origin',
  'Permissions-Policy':
    'accelerometer=(), browsing-topics=(), camera=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};
const NO_CONTENT_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";
const BUILD_FILE_POLICY = "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'";

/**
 * Sets the headers of every response, from any handler. One without a policy of its own (proxy.ts sets one on documents) may load and run
 * nothing; files of the build may run scripts of the build, as workers do.
 */
export const setSecurityHeaders: Handler = ({ url = '' }, response, next) => {
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.setHeader(name, value);
  const buildFile = url.startsWith('/_next/');
  // Next's development server serves workers that evaluate code.
  if (!buildFile || !DEVELOPMENT)
    response.setHeader('Content-Security-Policy', buildFile ? BUILD_FILE_POLICY : NO_CONTENT_POLICY);
  return next();
};

const METHODS = ['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS'];

/** A path that means another one once it is resolved. Browsers resolve before they send. */
const UNRESOLVED = /\\|\/(\.|%2e){1,2}(\/|$)/i;

/**
 * Answers 405 to TRACE and other methods, and 400 to absolute-form targets, which Next would redirect to their host, and to paths such as
 * `/api/../connect`, which Next serves as the page although the limits of pages do not apply below /api/.
 */
export const checkRequestLine: Handler = ({ method = '', url = '' }, response, next) => {
  if (!METHODS.includes(method))
    return refuse(response, 405, 'Method not allowed', { Allow: METHODS.join(', ') });
  const [path = ''] = url.split('?');
  if (!url.startsWith('/') || UNRESOLVED.test(path))
    return refuse(response, 400, 'The request target must be a path without dot segments');
  return next();
};

/**
 * Allows loopback names and the host of PUBLIC_URL, so that a foreign name that resolves to this server (DNS rebinding) reaches nothing.
 * Health checks may use any name.
 */
export const checkHost =
  (publicUrl: URL | undefined): Handler =>
  ({ headers, url }, response, next) => {
    const isAllowed = (name: string) => isLoopback(name) || name === publicUrl?.hostname;
    // All of them: some proxies add theirs to what a visitor sent.
    if (url === '/healthz' || requestedHosts(headers).map(hostName).every(isAllowed)) return next();
    return refuse(response, 421, 'Unknown host. The operator sets PUBLIC_URL to allow it.');
  };

/** Rejects bodies before Next buffers them: only routes under /api/ receive one, of a declared and bounded length. */
export const limitBody: Handler = ({ headers, url = '' }, response, next) => {
  const length = Number(headers['content-length'] ?? 0);
  const chunked = headers['transfer-encoding'] !== undefined;
  if (length === 0 && !chunked) return next();
  if (!url.startsWith('/api/')) return refuse(response, 413, 'Pages accept no request body');
  if (chunked) return refuse(response, 411, 'Content-Length is required');
  if (length > REQUEST_LIMITS.bodyBytes) return refuse(response, 413, 'The request body is too large');
  return next();
};
