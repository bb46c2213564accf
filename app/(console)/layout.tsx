import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import type { ReactNode } from 'react';
import { BUILD_ID } from '@/lib/relay/build-id';
import { sessionOnServer } from '@/lib/relay/server-reader';
import { connect } from '@/lib/view/paths';
import { ConsoleFrame } from '@/components/shell/console-frame';

/** The moment of the request. A layout is made once a request, so this is no part of its rendering. */
async function momentOfRequest(): Promise<number> {
  await headers();
  return Date.now();
}

/** Every page below needs a session: without one the visitor goes to the Connect page, and comes back from there. */
export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  const session = await sessionOnServer();
  // A layout is not told the address of its page; proxy.ts hands it over.
  if (!session.connected) redirect(connect((await headers()).get('x-console-path') ?? undefined));
  const madeAt = await momentOfRequest();
  return (
    <ConsoleFrame session={session} madeAt={madeAt} buildId={BUILD_ID}>
      {children}
    </ConsoleFrame>
  );
}
