import Link from 'next/link';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { overview } from '@/lib/view/paths';

/** Inside the frame: a valid path whose id the index doesn't have. */
export default function NotFound() {
  return (
    <>
      <h1 className="sr-only">Not found</h1>
      <EmptyState
        kind="nothing-yet"
        title="Nothing found with this id"
        action={
          <Button asChild>
            <Link href={overview()}>Go to the overview</Link>
          </Button>
        }
      >
        It may not be indexed yet. Paste the id into the search box to look everywhere.
      </EmptyState>
    </>
  );
}
