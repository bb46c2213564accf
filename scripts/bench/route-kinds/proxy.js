import { NextResponse } from 'next/server';

/** Next would take the one at the root of the repository. This one runs before nothing. */
export function proxy() {
  return NextResponse.next();
}

export const config = { matcher: ['/nothing'] };
