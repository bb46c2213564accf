import type { Noun } from '@/components/data-table/table-view';
import { Failure } from '@/components/shell/failure';
import { EmptyState } from '@/components/ui/empty-state';
import { failureOf, isNotProvided } from '@/lib/client/failure';

interface RecordFailureProps {
  error: Error | null;
  noun: Noun;
  onRetry: () => void;
  retrying?: boolean;
}

/** In place of a record: nothing has the id, or it couldn't be loaded. */
export function RecordFailure({ error, noun, onRetry, retrying = false }: RecordFailureProps) {
  const failure = failureOf(error);
  if (failure === null) return null;
  if (failure.status === 404 && !isNotProvided(failure))
    return (
      <EmptyState kind="nothing-yet" title={`No ${noun.one} with this id`}>
        It may not be indexed yet, or the id may name something else. Paste it into the search box to look
        everywhere.
      </EmptyState>
    );
  return <Failure what={noun.many} error={failure} onRetry={onRetry} retrying={retrying} />;
}
