// Runs before every page: passes the page's path to the layouts and sets the document's security policy. Next reads the nonce from the
// request's policy and puts it on its scripts.
import { NextResponse, type NextRequest } from 'next/server';
import { contentSecurity } from '@/lib/relay/content-security';
import { DEVELOPMENT } from '@/lib/relay/env';
import { cameByTls } from '@/lib/relay/incoming';

const TWO_YEARS_S = 2 * 365 * 24 * 60 * 60;

export function proxy(request: NextRequest): NextResponse {
  const nonce = crypto.randomUUID().replaceAll('-', '');
  const policy = contentSecurity(nonce, { development: DEVELOPMENT });
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
