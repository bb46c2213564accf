import Link from 'next/link';
import { Brand } from '@/components/shell/brand';
import { buttonClass } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { dags, events, executions, overview } from '@/lib/view/paths';

const PAGES = [
  ['Overview', overview()],
  ['Executions', executions()],
  ['DAGs', dags()],
  ['Events', events()],
] as const;

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
          <nav aria-label="Pages" className="flex flex-wrap justify-center gap-2">
            {PAGES.map(([name, href]) => (
              <Link key={name} className={buttonClass()} href={href} prefetch={false}>
                {name}
              </Link>
            ))}
          </nav>
        }
      >
        Check the address, or open a page and search there for an ID, a skill or a tool.
      </EmptyState>
    </main>
  );
}
