'use client';
import { classNames } from '@/components/ui/class-names';
import { shortId } from '@/lib/view/ids';
import type { Suggestion } from './suggestions';

interface FoundProps {
  listId: string;
  shown: boolean;
  /** What was typed. */
  wanted: string;
  asking: boolean;
  hits: readonly Suggestion[];
  tried: readonly { what: string; outcome: string }[];
  active: number;
  onActive: (index: number) => void;
  onGo: (hit: Suggestion) => void;
}

/** Things that are named by words; all others by ids. */
const WORDS = new Set(['page', 'action', 'event kind']);

/** What was asked, by outcome: `not found: leader, DAG; no scope: task`. */
function triedWords(tried: FoundProps['tried']): string {
  const outcomes = [...new Set(tried.map((one) => one.outcome))].filter((outcome) => outcome !== 'found');
  return outcomes
    .map((outcome) => {
      const names = tried.filter((one) => one.outcome === outcome).map((one) => one.what);
      return `${outcome}: ${names.join(', ')}`;
    })
    .join('; ');
}

/** The list below the search box: every hit, and what was tried in vain. */
export function Found(props: FoundProps) {
  const { listId, shown, wanted, asking, hits, tried, active, onActive, onGo } = props;
  const words = triedWords(tried);
  return (
    <div
      className={classNames(
        'absolute top-9 right-0 left-0 z-40 max-h-[70vh] min-w-64 overflow-auto rounded-md border border-line-strong bg-surface-2 p-1 shadow-pop',
        !shown && 'hidden',
      )}
    >
      <ul id={listId} role="listbox" aria-label="What was found">
        {hits.map((hit, index) => (
          <li
            key={`${hit.what} ${hit.href ?? hit.id} ${hit.note ?? ''}`}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === active}
            // The box keeps the focus: pressing the mouse must not blur it before the click arrives.
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
      {wanted !== '' && (
        <p role="status" className="px-2 py-1 text-xs break-words text-3">
          {asking ? 'Asking the index…' : hits.length === 0 ? `Nothing found for “${shortId(wanted)}”.` : ''}
          {!asking && words !== '' && ` Tried, ${words}.`}
          {!asking && hits.length === 0 && tried.some(({ outcome }) => outcome === 'failed') && (
            <> Enter asks again.</>
          )}
        </p>
      )}
    </div>
  );
}
