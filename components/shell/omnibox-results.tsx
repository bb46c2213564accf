import { classNames } from '@/components/ui/class-names';
import { ShortId } from '@/components/values/id';
import { shortId } from '@/lib/view/ids';
import type { Suggestion } from './suggestions';

interface OmniboxResultsProps {
  listId: string;
  query: string;
  /** Why the index isn't searched; null when it is. */
  note: string | null;
  loading: boolean;
  hits: readonly Suggestion[];
  tried: readonly { what: string; outcome: string }[];
  active: number;
  onActive: (index: number) => void;
  onOpen: (hit: Suggestion) => void;
}

/** Results named by words; all others are ids. */
const WORDS = new Set(['page', 'state', 'action', 'event kind', 'label', 'failure reason', 'analysis']);

const OUTCOMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'not found': 'No matching',
    'no scope': 'No scope for',
    'not provided': 'Not provided by this index:',
    failed: "Couldn't search",
  }),
);

/** `No matching leader, DAG. No scope for task.` */
function outcomeText(tried: OmniboxResultsProps['tried']): string {
  const outcomes = new Set(tried.map(({ outcome }) => outcome));
  outcomes.delete('found');
  return [...outcomes]
    .map((outcome) => {
      const names = tried.filter((candidate) => candidate.outcome === outcome).map(({ what }) => what);
      return `${OUTCOMES.get(outcome) ?? outcome} ${names.join(', ')}.`;
    })
    .join(' ');
}

/** How the search of the index went. */
function searchText({ query, loading, hits, tried }: OmniboxResultsProps): string {
  if (loading) return 'Searching…';
  const none = hits.length === 0;
  const canRetry = none && tried.some(({ outcome }) => outcome === 'failed');
  // Below results only what was not searched matters.
  const mentioned = none ? tried : tried.filter(({ outcome }) => outcome !== 'not found');
  return [
    none && `No results for “${query.startsWith('0x') ? shortId(query) : query}”.`,
    outcomeText(mentioned),
    canRetry && 'Press Enter to retry.',
  ]
    .filter(Boolean)
    .join(' ');
}

/** `0x9a31…c07d`; of a skill its number too. */
function HitId({ id }: { id: string }) {
  if (!id.startsWith('0x')) return id;
  const [object = '', part] = id.split('/');
  return (
    <>
      <ShortId id={object} />
      {part !== undefined && ` skill ${part}`}
    </>
  );
}

/** The list below the search box: results, then what was searched without a result. */
export function OmniboxResults(props: OmniboxResultsProps) {
  const { listId, query, note, hits, active, onActive, onOpen } = props;
  const status = note ?? ((query !== '' && searchText(props)) || null);
  return (
    <div
      // On a phone as wide as the window: the box leaves no room for a name.
      className="absolute top-9 right-0 left-0 z-40 max-h-[70vh] overflow-auto rounded-md border border-line-strong bg-surface-2 p-1 shadow-pop max-sm:fixed max-sm:inset-x-2 max-sm:top-11"
    >
      <ul id={listId} role="listbox" aria-label="Search results">
        {hits.map((hit, index) => (
          <li
            key={`${hit.what} ${hit.href ?? hit.id} ${hit.note ?? ''}`}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === active}
            // Keeps the focus in the input until the click arrives.
            onPointerDown={(event) => event.preventDefault()}
            onPointerMove={() => onActive(index)}
            onClick={() => onOpen(hit)}
            className={classNames(
              'flex cursor-pointer items-center gap-2 rounded-sm px-2 py-1.5',
              index === active && 'bg-surface-3',
            )}
          >
            <span className="w-24 shrink-0 text-xs text-3 max-sm:w-14">{hit.what}</span>
            {Boolean(hit.name) && (
              <span className="min-w-0 flex-1 truncate" title={hit.name ?? ''}>
                {hit.name}
              </span>
            )}
            <span
              translate={WORDS.has(hit.what) ? undefined : 'no'}
              className={classNames(
                'truncate',
                hit.name ? 'max-w-40 shrink-0 text-3 max-sm:max-w-28' : 'min-w-0 flex-1',
                !WORDS.has(hit.what) && 'mono',
              )}
              title={hit.id}
            >
              <HitId id={hit.id} />
            </span>
            {hit.note !== null && (
              <span className="max-w-48 shrink-0 truncate text-xs text-3">{hit.note}</span>
            )}
          </li>
        ))}
      </ul>
      {status !== null && (
        <p role="status" className="px-2 py-1 text-xs break-words text-3">
          {status}
        </p>
      )}
    </div>
  );
}
