import type { Noun } from '@/components/data-table/table-view';
import { Button } from '@/components/ui/button';
import { ProgressBar } from '@/components/values/progress-bar';
import { useProgress } from '@/lib/client/queries/all-pages-query';
import type { ListState } from '@/lib/client/use-list';
import { groupDigits } from '@/lib/view/amount';

/** Progress of the query that reads a whole list. */
function LoadProgress({ label, queryKey }: { label: string; queryKey: readonly unknown[] }) {
  const progress = useProgress(queryKey);
  return <ProgressBar label={label} done={progress?.read ?? null} of={progress?.total ?? null} />;
}

interface LoadAllNoteProps {
  noun: Noun;
  state: ListState<unknown>;
  onPages: () => void;
}

function loadAllText({ state }: ListState<unknown>['loadAll'], { plural }: Noun): string {
  if (typeof state === 'string') return `Loading all ${plural}…`;
  const read = groupDigits(state.read);
  const stopped = state.complete ? '' : ` Loading stopped after ${read}; there are more.`;
  return (state.complete ? `All ${read} ${plural} loaded. Sorting covers all of them.` : stopped).trim();
}

/** "Load all" while it runs, with Cancel, and what it loaded. */
export function LoadAllNote({ noun, state, onPages }: LoadAllNoteProps) {
  const { view, loadAll } = state;
  const isLoading = loadAll.state === 'loading' && view.failure === null;
  return (
    <div className="mb-2.5 flex flex-wrap items-center gap-2 text-2">
      <span role="status">{loadAllText(loadAll, noun)}</span>
      {/* Outside the status: its figures change with every answer. */}
      {view.fetching && <LoadProgress label={`Loading all ${noun.plural}`} queryKey={loadAll.queryKey} />}
      <Button size="small" onClick={onPages}>
        {isLoading ? 'Cancel' : 'Show pages'}
      </Button>
    </div>
  );
}
