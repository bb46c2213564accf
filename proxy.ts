// Runs before every page: hands the page's own address to the layouts, which Next does not tell it.
import { NextResponse, type NextRequest } from 'next/server';

export function proxy(request: NextRequest): NextResponse {
  const headers = new Headers(request.headers);
  // Set always, so that a visitor cannot send one of his own.
  headers.set('x-console-path', `${request.nextUrl.pathname}${request.nextUrl.search}`);
  return NextResponse.next({ request: { headers } });
}

export const config = { matcher: ['/((?!api/|_next/|icon.svg|healthz|metrics).*)'] };
