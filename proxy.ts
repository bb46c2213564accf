// Runs before every page: passes the page's path to the layouts and sets the document's security policy. Next reads the nonce from the
// request's policy and puts it on its scripts.
import { NextResponse, type NextRequest } from 'next/server';
import { DEVELOPMENT } from '@/lib/relay/env';
import { cameByTls } from '@/lib/relay/incoming';

const TWO_YEARS_S = 2 * 365 * 24 * 60 * 60;

/**
 * The policy of a document (docs/decisions/016): only scripts with the nonce and those they load run, nothing is evaluated, and no other origin
 * is involved. Style attributes are allowed, since graphs and charts are drawn with them on the server.
 */
function contentSecurity(nonce: string): string {
  const rules = [
    `default-src 'self'`,
    // Next's development server evaluates code.
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${DEVELOPMENT ? ` 'unsafe-eval'` : ''}`,
    `style-src 'self' ${DEVELOPMENT ? `'unsafe-inline'` : `'nonce-${nonce}'`}`,
    `style-src-attr 'unsafe-inline'`,
    `img-src 'self' data: blob:`,
    `font-src 'self'`,
    `connect-src 'self'`,
    `worker-src 'self'`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
  ];
  return rules.join('; ');
}

export function proxy(request: NextRequest): NextResponse {
  const nonce = crypto.randomUUID().replaceAll('-', '');
  const policy = contentSecurity(nonce);
  const headers = new Headers(request.headers);
  // Always set, so that clients cannot send their own.
  headers.set('x-console-path', `${request.nextUrl.pathname}${request.nextUrl.search}`);
  headers.set('x-nonce', nonce);
  headers.set('content-security-policy', policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set('content-security-policy', policy);
  if (cameByTls(request)) response.headers.set('strict-transport-security', `max-age=${TWO_YEARS_S}`);
  return response;
}

export const config = {
  matcher: [
    '/((?!api/|_next/|icon.svg|icon-192.png|icon-512.png|apple-icon.png|favicon.ico|manifest.webmanifest|robots.txt|healthz|metrics).*)',
  ],
};
