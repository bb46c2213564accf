'use client';
import { LoaderCircle, Search } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { classNames } from '@/components/ui/class-names';
import { Kbd } from '@/components/ui/kbd';
import { shortId } from '@/lib/view/ids';
import { NAV } from './nav';

export interface OmniboxHit {
  what: string;
  id: string;
  href: string;
  note: string | null;
}

export interface OmniboxFinding {
  hits: OmniboxHit[];
  tried: { what: string; outcome: string }[];
}

interface OmniboxProps {
  /** Asks the index what a text can be; the newest call aborts the one before. */
  find: (text: string, signal: AbortSignal) => Promise<OmniboxFinding>;
}

/** A pause in typing after which the index is asked. */
const PAUSE_MS = 180;
const NOTHING: OmniboxFinding = { hits: [], tried: [] };

function pagesNamed(text: string): OmniboxHit[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return [];
  return NAV.flatMap((group) => group.items)
    .filter((item) => item.title.toLowerCase().includes(wanted))
    .map((item) => ({ what: 'page', id: item.title, href: item.href, note: null }));
}

/** What was asked, by outcome: `not found: leader, DAG; no scope: task`. */
function triedWords(tried: OmniboxFinding['tried']): string {
  const outcomes = [...new Set(tried.map((one) => one.outcome))].filter((outcome) => outcome !== 'found');
  return outcomes
    .map((outcome) => {
      const names = tried.filter((one) => one.outcome === outcome).map((one) => one.what);
      return `${outcome}: ${names.join(', ')}`;
    })
    .join('; ');
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))
  );
}

/** The search box of the top bar: an id, a digest, a tool's name or a page. `/` goes to it, Enter opens, Escape leaves. */
export function Omnibox({ find }: OmniboxProps) {
  const router = useRouter();
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const [answer, setAnswer] = useState<{ of: string; finding: OmniboxFinding }>({ of: '', finding: NOTHING });
  /** Enter came before the answer: the only hit is opened when it is there. */
  const openWhenFound = useRef(false);

  const wanted = text.trim();
  const asking = wanted !== '' && answer.of !== wanted;
  const finding = asking || wanted === '' ? NOTHING : answer.finding;
  const hits = [...pagesNamed(text), ...finding.hits];
  const tried = triedWords(finding.tried);

  const go = (hit: OmniboxHit) => {
    setOpen(false);
    setText('');
    input.current?.blur();
    router.push(hit.href);
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
        () => undefined, // Aborted: a newer text is being asked for.
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [wanted, find, router]);

  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
        return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      if (open && wanted !== '') setOpen(false);
      else input.current?.blur();
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setOpen(true);
      const step = event.key === 'ArrowDown' ? 1 : -1;
      if (hits.length > 0) setActive((active + step + hits.length) % hits.length);
    } else if (event.key === 'Enter') {
      const hit = hits[active] ?? hits[0];
      if (hit) go(hit);
      else openWhenFound.current = asking;
    }
  };

  const shown = open && wanted !== '';
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
          aria-expanded={shown}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={shown && hits.length > 0 ? `${listId}-${active}` : undefined}
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
        {asking ? (
          <LoaderCircle size={13} aria-hidden className="shrink-0 animate-spin" />
        ) : (
          <span className="hidden sm:inline">
            <Kbd>/</Kbd>
          </span>
        )}
      </label>
      <div
        className={classNames(
          'absolute top-9 right-0 left-0 z-40 min-w-64 rounded-md border border-line-strong bg-surface-2 p-1 shadow-pop',
          !shown && 'hidden',
        )}
      >
        <ul id={listId} role="listbox" aria-label="What was found">
          {hits.map((hit, index) => (
            <li
              key={`${hit.what} ${hit.href}`}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === active}
              // The box keeps the focus: pressing the mouse must not blur it before the click arrives.
              onPointerDown={(event) => event.preventDefault()}
              onPointerMove={() => setActive(index)}
              onClick={() => go(hit)}
              className={classNames(
                'flex cursor-pointer items-center gap-2 rounded-sm px-2 py-1.5',
                index === active && 'bg-surface-3',
              )}
            >
              <span className="w-24 shrink-0 text-xs text-3">{hit.what}</span>
              <span
                className={classNames('min-w-0 flex-1 truncate', hit.what !== 'page' && 'mono')}
                title={hit.id}
              >
                {hit.id.startsWith('0x') ? shortId(hit.id) : hit.id}
              </span>
              {hit.note !== null && <span className="shrink-0 text-xs text-3">{hit.note}</span>}
            </li>
          ))}
        </ul>
        <p role="status" className="px-2 py-1 text-xs break-words text-3">
          {asking ? 'Asking the index…' : hits.length === 0 ? `Nothing found for “${shortId(wanted)}”.` : ''}
          {!asking && tried !== '' && ` Tried, ${tried}.`}
        </p>
      </div>
    </div>
  );
}
