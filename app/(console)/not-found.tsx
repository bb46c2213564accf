import Link from 'next/link';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { overview } from '@/lib/view/paths';

/** Inside the frame: the address has the form of a page, and the index knows nothing by it. */
export default function NotFound() {
  return (
    <>
      <h1 className="sr-only">Not found</h1>
      <EmptyState
        kind="nothing-yet"
        title="The index knows nothing by this id"
        action={
          <Button asChild>
            <Link href={overview()}>Go to the overview</Link>
          </Button>
        }
      >
        It may be too old to have been indexed, or belong to another family: paste the id into the search box,
        which tries them all.
      </EmptyState>
    </>
  );
}
