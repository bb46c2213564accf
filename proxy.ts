// Runs before every page: hands the page's own address to the layouts, which Next does not tell it, and gives the document its security policy.
// Next reads the nonce from the request's policy and puts it on the scripts it writes.
import { NextResponse, type NextRequest } from 'next/server';
import { contentSecurity } from '@/lib/relay/content-security';
import { DEVELOPMENT } from '@/lib/relay/env';
import { cameByTls } from '@/lib/relay/incoming';

const TWO_YEARS_S = 2 * 365 * 24 * 60 * 60;

export function proxy(request: NextRequest): NextResponse {
  const nonce = crypto.randomUUID().replaceAll('-', '');
  const policy = contentSecurity(nonce, { development: DEVELOPMENT });
  const headers = new Headers(request.headers);
  // Set always, so that a visitor cannot send one of his own.
  headers.set('x-console-path', `${request.nextUrl.pathname}${request.nextUrl.search}`);
  headers.set('x-nonce', nonce);
  headers.set('content-security-policy', policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set('content-security-policy', policy);
  if (cameByTls(request)) response.headers.set('strict-transport-security', `max-age=${TWO_YEARS_S}`);
  return response;
}

export const config = { matcher: ['/((?!api/|_next/|icon.svg|favicon.ico|healthz|metrics).*)'] };
