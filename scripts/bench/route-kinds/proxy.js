import { NextResponse } from 'next/server';

/** Without this file Next would use the one at the root of the repository. It matches nothing. */
export function proxy() {
  return NextResponse.next();
}

export const config = { matcher: ['/nothing'] };
