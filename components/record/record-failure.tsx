import { Failed } from '@/components/data-table/table-states';
import type { Noun } from '@/components/data-table/table-view';
import { EmptyState } from '@/components/ui/empty-state';
import { ApiError } from '@/lib/client/api-error';
import { failureOf } from '@/lib/client/failure';

interface RecordFailureProps {
  error: Error | null;
  noun: Noun;
  onRetry: () => void;
}

/** A record that could not be shown: nothing has the id, the key may not read it, this index does not answer it, or it failed. */
export function RecordFailure({ error, noun, onRetry }: RecordFailureProps) {
  const failure = failureOf(error);
  if (failure === null) return null;
  if (error instanceof ApiError && error.status === 404)
    return (
      <EmptyState kind="nothing-yet" title={`No ${noun.one} has this id`}>
        The index has not seen one. If it was made a moment ago, it may not have been indexed yet.
      </EmptyState>
    );
  return <Failed failure={failure} noun={noun} scope={null} onRetry={onRetry} retrying={false} />;
}
