'use client';
import { LoaderCircle, Search } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useRouter } from 'next/navigation';
import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { storedLabels } from '@/components/labels/stored-labels';
import { Kbd } from '@/components/ui/kbd';
import { NARROW, useMedia } from '@/components/ui/use-media';
import { useNameOf } from '@/components/values/names';
import { invalidId, readPasted } from '@/lib/view/ids';
import { readRecents } from './recents';
import { useShortcut } from './shortcuts';
import { isPartOfLabel, suggest, type Action, type Suggestion } from './suggestions';
import { useIndexSearch, type FindInIndex } from './use-index-search';

interface OmniboxProps {
  find: FindInIndex;
  actions?: readonly Action[];
  /** Requests the names of what is listed. */
  onOpen?: (ids: readonly string[]) => void;
}

const loadResults = () => import('./omnibox-results');
const OmniboxResults = dynamic(async () => (await loadResults()).OmniboxResults, { ssr: false });

const NO_ACTIONS: readonly Action[] = [];
/** Suggestions that Enter opens without waiting for the index. */
const CERTAIN = new Set(['page', 'state', 'label', 'event kind', 'event']);

/** The search box: skills, tools, ids, digests, states, reasons, event kinds, pages and commands. */
export function Omnibox({ find, actions = NO_ACTIONS, onOpen }: OmniboxProps) {
  const router = useRouter();
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const isNarrow = useMedia(NARROW);
  const focusedBefore = useRef<HTMLElement | null>(null);
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  /** A part of a label that the reader chose to send to the index. */
  const [allowedText, setAllowedText] = useState('');
  /** Enter was pressed before the response: a single hit opens when it arrives. */
  const openWhenFound = useRef(false);

  const query = text.trim();
  const problem = invalidId(query);
  // Labels are private: their text isn't sent to the index, whether the list is open or not.
  const labels = isOpen || query !== '' ? storedLabels.get() : [];
  const isPrivate = query !== allowedText && isPartOfLabel(query, labels);
  const isSearchable = query !== '' && problem === null && !isPrivate;

  const close = () => {
    setOpen(false);
    setText('');
    input.current?.blur();
  };
  const openHit = ({ href, run, stays }: Suggestion) => {
    if (stays !== true) close();
    if (href !== undefined) router.push(href);
    else run?.();
  };

  const search = useIndexSearch({
    find,
    text: isSearchable ? query : null,
    onFound: (found) => {
      const single = found.length === 1 ? found[0] : undefined;
      if (openWhenFound.current && single !== undefined) {
        setOpen(false);
        setText('');
        router.push(single.href);
      }
      openWhenFound.current = false;
    },
  });

  const nameOf = useNameOf();
  const suggested = isOpen ? suggest(text, { recents: readRecents(), labels, actions, nameOf }) : [];
  const searchAnyway: Suggestion = {
    what: 'action',
    id: 'Search the index for this text',
    run: () => setAllowedText(query),
    stays: true,
    note: null,
  };
  const found = search.hits.map((hit) => ({ ...hit, name: nameOf(hit.id) ?? hit.name ?? null }));
  // A pasted id is meant to be opened; words may be those of a page or a state.
  const isWords = query !== '' && readPasted(query).kind === 'text';
  const first = isWords ? suggested.filter(({ what }) => CERTAIN.has(what)) : [];
  const hits: Suggestion[] = [
    ...first,
    ...found,
    ...suggested.filter((suggestion) => !first.includes(suggestion)),
    ...(isPrivate ? [searchAnyway] : []),
  ];

  useShortcut('search', () => {
    const { activeElement } = document;
    if (activeElement !== input.current)
      focusedBefore.current = activeElement instanceof HTMLElement ? activeElement : null;
    input.current?.focus();
    input.current?.select();
  });

  const onEscape = () => {
    if (isOpen && query !== '') return setOpen(false);
    close();
    if (focusedBefore.current?.isConnected === true) focusedBefore.current.focus();
    focusedBefore.current = null;
  };
  const moveActive = (by: 1 | -1) => {
    setOpen(true);
    if (hits.length > 0) setActive((active + by + hits.length) % hits.length);
  };
  const onEnter = () => {
    const hit = hits[active] ?? hits[0];
    // While searching, only unambiguous suggestions open.
    if (hit !== undefined && (!search.loading || active > 0 || CERTAIN.has(hit.what))) return openHit(hit);
    openWhenFound.current = search.loading || search.failed;
    if (search.failed) search.retry();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') return onEnter();
    if (event.key === 'Escape') onEscape();
    else if (event.key === 'ArrowDown') moveActive(1);
    else if (event.key === 'ArrowUp') moveActive(-1);
    else return;
    event.preventDefault();
  };

  return (
    <div
      role="search"
      className="relative"
      onPointerEnter={() => void loadResults()}
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
          aria-label="Search skills, tools, IDs, digests, statuses and failure reasons"
          aria-expanded={isOpen}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={isOpen && hits.length > 0 ? `${listId}-${active}` : undefined}
          placeholder={isNarrow ? 'Search or ask' : 'Search, or ask: cost by agent'}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setActive(0);
            setOpen(true);
            openWhenFound.current = false;
          }}
          onFocus={() => {
            setOpen(true);
            onOpen?.(readRecents().map(({ id }) => id));
          }}
          onKeyDown={onKeyDown}
          className="w-full min-w-0 bg-transparent text-text outline-none placeholder:text-text-3"
        />
        {search.loading ? (
          <LoaderCircle size={13} aria-hidden className="shrink-0 animate-spin" />
        ) : (
          <span className="hidden sm:inline">
            <Kbd>/</Kbd>
          </span>
        )}
      </label>
      {isOpen && (query !== '' || hits.length > 0) && (
        <OmniboxResults
          listId={listId}
          query={query}
          note={problem ?? (isPrivate ? 'Labels are private: the index was not searched.' : null)}
          loading={search.loading}
          hits={hits}
          tried={search.tried}
          active={active}
          onActive={setActive}
          onOpen={openHit}
        />
      )}
    </div>
  );
}
