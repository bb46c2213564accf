'use client';
import { classNames } from '@/components/ui/class-names';
import { storedLabels } from '@/components/labels/stored-labels';
import { invalidId, shortId } from '@/lib/view/ids';
import { type Suggestion, isPartOfLabel, suggest, type Action } from './suggestions';
import { LoaderCircle, Search } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { Kbd } from '@/components/ui/kbd';
import { readRecents } from './recents';
import { useShortcut } from './shortcuts';

interface OmniboxResultsProps {
  listId: string;
  shown: boolean;
  query: string;
  /** Why the index isn't searched; null when it is. */
  note: string | null;
  loading: boolean;
  hits: readonly Suggestion[];
  tried: readonly { what: string; outcome: string }[];
  active: number;
  onActive: (index: number) => void;
  onGo: (hit: Suggestion) => void;
}

/** Results named by words; all others are ids. */
const WORDS = new Set(['page', 'action', 'event kind', 'label']);

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
function OmniboxResults(props: OmniboxResultsProps) {
  const { listId, shown, query, note, loading, hits, tried, active, onActive, onGo } = props;
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
      {note !== null && (
        <p role="status" className="px-2 py-1 text-xs break-words text-3">
          {note}
        </p>
      )}
      {query !== '' && note === null && (
        <p role="status" className="px-2 py-1 text-xs break-words text-3">
          {loading && 'Searching…'}
          {!loading && hits.length === 0 && `No results for “${shortId(query)}”.`}
          {!loading && ` ${outcomeText(tried)}`}
          {!loading && hits.length === 0 && tried.some(({ outcome }) => outcome === 'failed') && (
            <> Press Enter to retry.</>
          )}
        </p>
      )}
    </div>
  );
}

export interface OmniboxFinding {
  hits: { what: string; id: string; href: string; note: string | null }[];
  tried: { what: string; outcome: string }[];
}

interface OmniboxProps {
  /** Searches the index; a new call aborts the previous one. */
  find: (text: string, signal: AbortSignal) => Promise<OmniboxFinding>;
  actions?: readonly Action[];
}

/** Pause in typing before the index is searched. */
const PAUSE_MS = 180;
const NOTHING: OmniboxFinding = { hits: [], tried: [] };
const NO_ACTIONS: readonly Action[] = [];
/** Suggestions that Enter opens without waiting for the index. */
const CERTAIN = new Set(['page', 'label', 'event kind', 'event']);

/** The search box: ids, digests, tool names, event kinds, pages and commands. */
export function Omnibox({ find, actions = NO_ACTIONS }: OmniboxProps) {
  const router = useRouter();
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const [result, setResult] = useState<{ of: string; finding: OmniboxFinding }>({ of: '', finding: NOTHING });
  /** A part of a label that the reader wants to send to the index. */
  const [allowed, setAllowed] = useState('');
  const [retries, setRetries] = useState(0);
  /** Enter was pressed before the result: a single hit opens when it arrives. */
  const openWhenFound = useRef(false);
  const cameFrom = useRef<HTMLElement | null>(null);

  const query = text.trim();
  const problem = invalidId(query);
  const recents = open ? readRecents() : [];
  const labels = open ? storedLabels.get() : [];
  const suggested = open ? suggest(text, { recents, labels, actions }) : [];
  // Labels are private: what is typed to find one isn't sent to the index.
  const isPrivate = query !== allowed && isPartOfLabel(query, labels);
  const searchAnyway: Suggestion = {
    what: 'action',
    id: 'Search the index for this text',
    run: () => setAllowed(query),
    stays: true,
    note: null,
  };
  const known = isPrivate ? [...suggested, searchAnyway] : suggested;
  const asks = query !== '' && problem === null && !isPrivate;
  const loading = asks && result.of !== query;
  const finding = loading || !asks ? NOTHING : result.finding;
  // Index results come first: a pasted id is meant to be opened.
  const hits: Suggestion[] = [...finding.hits, ...known];

  const leave = () => {
    setOpen(false);
    setText('');
    input.current?.blur();
  };
  const goBack = () => {
    leave();
    if (cameFrom.current?.isConnected === true) cameFrom.current.focus();
    cameFrom.current = null;
  };
  const go = (hit: Suggestion) => {
    if (hit.stays !== true) leave();
    if (hit.href !== undefined) router.push(hit.href);
    else hit.run?.();
  };

  useEffect(() => {
    if (!asks) return;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      find(query, abort.signal).then(
        (found) => {
          setResult({ of: query, finding: found });
          const only = found.hits.length === 1 ? found.hits[0] : undefined;
          if (openWhenFound.current && only) {
            setOpen(false);
            setText('');
            router.push(only.href);
          }
          openWhenFound.current = false;
        },
        () => {
          if (!abort.signal.aborted)
            setResult({
              of: query,
              finding: { hits: [], tried: [{ what: 'the index', outcome: 'failed' }] },
            });
        },
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [asks, query, retries, find, router]);

  useShortcut('search', () => {
    const { activeElement } = document;
    if (activeElement !== input.current)
      cameFrom.current = activeElement instanceof HTMLElement ? activeElement : null;
    input.current?.focus();
    input.current?.select();
  });

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault();
      if (open && query !== '') setOpen(false);
      else goBack();
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setOpen(true);
      const step = event.key === 'ArrowDown' ? 1 : -1;
      if (hits.length > 0) setActive((active + step + hits.length) % hits.length);
    } else if (event.key === 'Enter') {
      const hit = hits[active] ?? hits[0];
      // While searching, only unambiguous suggestions open.
      if (hit !== undefined && (!loading || active > 0 || CERTAIN.has(hit.what))) go(hit);
      else {
        const failed = finding.tried.some(({ outcome }) => outcome === 'failed');
        if (failed) {
          setResult({ of: '', finding: NOTHING });
          setRetries(retries + 1);
        }
        openWhenFound.current = loading || failed;
      }
    }
  };

  return (
    <div
      role="search"
      className="relative"
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <label className="flex h-8 items-center gap-2 rounded-sm border border-line bg-bg px-2.5 text-3 focus-within:border-accent">
        <Search size={14} aria-hidden className="shrink-0" />
        <input
          ref={input}
          type="text"
          role="combobox"
          aria-label="Search: paste any id, digest or tool name"
          aria-expanded={open}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={open && hits.length > 0 ? `${listId}-${active}` : undefined}
          placeholder="Paste any id, digest or tool name"
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setActive(0);
            setOpen(true);
            openWhenFound.current = false;
          }}
          onFocus={() => setOpen(true)}
          onKeyDown={onKeyDown}
          className="w-full min-w-0 bg-transparent text-text outline-none placeholder:text-text-3"
        />
        {loading ? (
          <LoaderCircle size={13} aria-hidden className="shrink-0 animate-spin" />
        ) : (
          <span className="hidden sm:inline">
            <Kbd>/</Kbd>
          </span>
        )}
      </label>
      <OmniboxResults
        listId={listId}
        shown={open && (query !== '' || hits.length > 0)}
        query={query}
        note={problem ?? (isPrivate ? 'Labels are private: the index was not searched.' : null)}
        loading={loading}
        hits={hits}
        tried={finding.tried}
        active={active}
        onActive={setActive}
        onGo={go}
      />
    </div>
  );
}
