'use client';
import { LoaderCircle, Search } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { Kbd } from '@/components/ui/kbd';
import { Found } from './omnibox-found';
import { readRecents } from './recents';
import type { Action, Suggestion } from './suggestions';
import { networkStorage } from './network-storage';
import { useShortcut } from './use-shortcut';

export interface OmniboxFinding {
  hits: { what: string; id: string; href: string; note: string | null }[];
  tried: { what: string; outcome: string }[];
}

interface OmniboxProps {
  /** Asks the index what a text can be; the newest call aborts the one before. */
  find: (text: string, signal: AbortSignal) => Promise<OmniboxFinding>;
  /** What can be done from here. */
  actions?: readonly Action[];
}

/** A pause in typing after which the index is asked. */
const PAUSE_MS = 180;
const NOTHING: OmniboxFinding = { hits: [], tried: [] };
const NO_ACTIONS: readonly Action[] = [];
const CERTAIN = new Set(['page', 'event kind', 'event']);
type Suggest = (text: string, actions: readonly Action[]) => Suggestion[];

/** The search box of the top bar: an id, a digest, a tool's name, a kind of event, a page, an action. `/` goes to it, Enter opens, Escape leaves. */
export function Omnibox({ find, actions = NO_ACTIONS }: OmniboxProps) {
  const router = useRouter();
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const [answer, setAnswer] = useState<{ of: string; finding: OmniboxFinding }>({ of: '', finding: NOTHING });
  const [suggest, setSuggest] = useState<Suggest | null>(null);
  /** Counts how often the same text was asked for again. */
  const [again, setAgain] = useState(0);
  /** Enter came before the answer: the only hit is opened when it is there. */
  const openWhenFound = useRef(false);
  const cameFrom = useRef<HTMLElement | null>(null);

  const wanted = text.trim();
  const asking = wanted !== '' && answer.of !== wanted;
  const finding = asking || wanted === '' ? NOTHING : answer.finding;
  const known = open && suggest !== null ? suggest(text, actions) : [];
  // What the index found comes first: a pasted id is meant to be opened.
  const hits: Suggestion[] = [...finding.hits, ...known];

  const leave = () => {
    setOpen(false);
    setText('');
    input.current?.blur();
  };
  /** Back to where the key was pressed. */
  const goBack = () => {
    leave();
    if (cameFrom.current?.isConnected === true) cameFrom.current.focus();
    cameFrom.current = null;
  };
  const go = (hit: Suggestion) => {
    leave();
    if (hit.href !== undefined) router.push(hit.href);
    else hit.run?.();
  };
  const show = () => {
    setOpen(true);
    if (suggest !== null) return;
    void import('./suggestions').then((module) =>
      setSuggest(
        () => (given: string, doable: readonly Action[]) =>
          module.suggest(given, readRecents(networkStorage()), doable),
      ),
    );
  };

  useEffect(() => {
    if (wanted === '') return;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      find(wanted, abort.signal).then(
        (found) => {
          setAnswer({ of: wanted, finding: found });
          const only = found.hits.length === 1 ? found.hits[0] : undefined;
          if (openWhenFound.current && only) {
            setOpen(false);
            setText('');
            router.push(only.href);
          }
          openWhenFound.current = false;
        },
        () => {
          // Aborted: a newer text is being asked for. Anything else is an answer too.
          if (!abort.signal.aborted)
            setAnswer({
              of: wanted,
              finding: { hits: [], tried: [{ what: 'the index', outcome: 'failed' }] },
            });
        },
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [wanted, again, find, router]);

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
      if (open && wanted !== '') setOpen(false);
      else goBack();
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      show();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      if (hits.length > 0) setActive((active + step + hits.length) % hits.length);
    } else if (event.key === 'Enter') {
      const hit = hits[active] ?? hits[0];
      // While the index is being asked, only what cannot mean anything else is opened.
      if (hit !== undefined && (!asking || active > 0 || CERTAIN.has(hit.what))) go(hit);
      else {
        const fell = finding.tried.some(({ outcome }) => outcome === 'failed');
        if (fell) {
          setAnswer({ of: '', finding: NOTHING });
          setAgain(again + 1);
        }
        openWhenFound.current = asking || fell;
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
            show();
            openWhenFound.current = false;
          }}
          onFocus={show}
          onKeyDown={onKeyDown}
          className="w-full min-w-0 bg-transparent text-text outline-none placeholder:text-text-3"
        />
        {asking ? (
          <LoaderCircle size={13} aria-hidden className="shrink-0 animate-spin" />
        ) : (
          <span className="hidden sm:inline">
            <Kbd>/</Kbd>
          </span>
        )}
      </label>
      <Found
        listId={listId}
        shown={open && (wanted !== '' || hits.length > 0)}
        wanted={wanted}
        asking={asking}
        hits={hits}
        tried={finding.tried}
        active={active}
        onActive={setActive}
        onGo={go}
      />
    </div>
  );
}
