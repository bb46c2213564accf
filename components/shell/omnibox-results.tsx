'use client';
import { classNames } from '@/components/ui/class-names';
import { shortId } from '@/lib/view/ids';
import type { Suggestion } from './suggestions';

interface OmniboxResultsProps {
  listId: string;
  shown: boolean;
  /** The trimmed search text. */
  query: string;
  loading: boolean;
  hits: readonly Suggestion[];
  tried: readonly { what: string; outcome: string }[];
  active: number;
  onActive: (index: number) => void;
  onGo: (hit: Suggestion) => void;
}

/** Results named by words; all others are ids. */
const WORDS = new Set(['page', 'action', 'event kind']);

const OUTCOMES: Readonly<Record<string, string>> = {
  'not found': 'No matching',
  'no scope': 'No scope for',
  'not provided': 'Not provided by this index:',
  failed: "Couldn't search",
};

/** `No matching leader, DAG. No scope for task.` */
function outcomeText(tried: OmniboxResultsProps['tried']): string {
  const outcomes = [...new Set(tried.map((one) => one.outcome))].filter((outcome) => outcome !== 'found');
  return outcomes
    .map((outcome) => {
      const names = tried.filter((one) => one.outcome === outcome).map((one) => one.what);
      return `${OUTCOMES[outcome] ?? outcome} ${names.join(', ')}.`;
    })
    .join(' ');
}

/** The list below the search box: results, then what was searched without a result. */
export function OmniboxResults(props: OmniboxResultsProps) {
  const { listId, shown, query, loading, hits, tried, active, onActive, onGo } = props;
  return (
    <div
      className={classNames(
        'absolute top-9 right-0 left-0 z-40 max-h-[70vh] min-w-64 overflow-auto rounded-md border border-line-strong bg-surface-2 p-1 shadow-pop',
        !shown && 'hidden',
      )}
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
            onClick={() => onGo(hit)}
            className={classNames(
              'flex cursor-pointer items-center gap-2 rounded-sm px-2 py-1.5',
              index === active && 'bg-surface-3',
            )}
          >
            <span className="w-24 shrink-0 text-xs text-3">{hit.what}</span>
            <span
              className={classNames('min-w-0 flex-1 truncate', !WORDS.has(hit.what) && 'mono')}
              title={hit.id}
            >
              {hit.id.startsWith('0x') ? shortId(hit.id) : hit.id}
            </span>
            {hit.note !== null && <span className="shrink-0 text-xs text-3">{hit.note}</span>}
          </li>
        ))}
      </ul>
      {query !== '' && (
        <p role="status" className="px-2 py-1 text-xs break-words text-3">
          {loading ? 'Searching…' : hits.length === 0 ? `No results for “${shortId(query)}”.` : ''}
          {!loading && ` ${outcomeText(tried)}`}
          {!loading && hits.length === 0 && tried.some(({ outcome }) => outcome === 'failed') && (
            <> Press Enter to retry.</>
          )}
        </p>
      )}
    </div>
  );
}
