import Link from 'next/link';
import { Brand } from '@/components/shell/brand';
import { ConsoleFrame } from '@/components/shell/console-frame';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { BUILD_ID } from '@/lib/relay/build';
import { sessionOnServer } from '@/lib/relay/server-reader';
import { overview } from '@/lib/view/paths';

export const metadata = { title: 'Not found' };

const overviewLink = (
  <Button asChild>
    <Link href={overview()} prefetch={false}>
      Overview
    </Link>
  </Button>
);

/** In the frame of the console for who is connected; a visitor is not led to connect by a wrong address. */
export default async function NotFound() {
  const session = await sessionOnServer();
  if (!session.connected)
    return (
      <main className="mx-auto flex min-h-screen max-w-xl flex-col justify-center p-6">
        <div className="mb-6 text-center">
          <Brand />
        </div>
        <h1 className="sr-only">Not found</h1>
        <EmptyState kind="nothing-yet" title="Page not found" action={overviewLink}>
          Check the address.
        </EmptyState>
      </main>
    );
  return (
    <ConsoleFrame session={session} madeAt={Date.now()} buildId={BUILD_ID}>
      <h1 className="sr-only">Not found</h1>
      <EmptyState kind="nothing-yet" title="Page not found" action={overviewLink}>
        Check the address, or search for an ID, a skill or a tool above.
      </EmptyState>
    </ConsoleFrame>
  );
}
