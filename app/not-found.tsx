import Link from 'next/link';
import { Brand } from '@/components/shell/brand';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { overview } from '@/lib/view/paths';

export const metadata = { title: 'Not found' };

export default function NotFound() {
  return (
    <main className="mx-auto flex min-h-screen max-w-xl flex-col justify-center p-6">
      <div className="mb-6 text-center">
        <Brand />
      </div>
      <h1 className="sr-only">Not found</h1>
      <EmptyState
        kind="nothing-yet"
        title="Page not found"
        action={
          <Button asChild>
            <Link href={overview()}>Go to the overview</Link>
          </Button>
        }
      >
        Check the address, or search for an ID, a skill or a tool from the overview.
      </EmptyState>
    </main>
  );
}
