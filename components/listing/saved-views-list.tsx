'use client';
import { X } from 'lucide-react';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useState, type ReactNode } from 'react';
import { Button, IconButton } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { Field, Input } from '@/components/ui/field';
import { MOST_VIEWS, viewSearch, withoutView, withView, type SavedView } from '@/lib/client/saved-views';
import { useLocalStorage } from '@/lib/client/local-storage';
import { storedViews } from './stored-views';
import { usePageUrl } from './use-url';

function hrefOf({ path, search }: SavedView): string {
  return search === '' ? path : `${path}?${search}`;
}

export interface SavedViewsListProps {
  /** The search part as the page understands it, where that is not the address as it stands. */
  standing?: URLSearchParams;
  /** What became of a view since it was saved. */
  noteOf?: (view: SavedView) => ReactNode;
  onOpen: () => void;
}

/** The views of this page that the reader has named, and a name for the one that stands. Stands in the browser only: it is drawn when it was asked for. */
export function SavedViewsList({ standing, noteOf, onOpen }: SavedViewsListProps) {
  const path = usePathname() ?? '';
  const { search } = usePageUrl();
  const views = useLocalStorage(storedViews);
  const [name, setName] = useState('');
  const current = { path, search: viewSearch(standing ?? search) };
  const here = views.filter((view) => view.path === path);
  const save = () => {
    const called = name.trim();
    if (called === '') return;
    storedViews.set(withView(views, { name: called, ...current }));
    setName('');
  };
  return (
    <>
      {here.length === 0 ? (
        <p className="mb-2 text-3">No view of this page has a name yet.</p>
      ) : (
        <ul className="mb-2 max-h-60 overflow-auto" aria-label="Saved views">
          {here.map((view) => (
            <li key={view.name} className="flex flex-wrap items-center gap-x-1">
              <Link
                href={hrefOf(view)}
                onClick={onOpen}
                aria-current={view.search === current.search ? 'true' : undefined}
                className="min-w-0 flex-1 truncate py-1 hover:text-accent hover:underline aria-[current]:font-medium"
              >
                {view.name}
              </Link>
              <CopyButton text={`${window.location.origin}${hrefOf(view)}`} label={`link to ${view.name}`} />
              <IconButton
                label={`Forget ${view.name}`}
                size="tiny"
                onClick={() => storedViews.set(withoutView(views, view))}
              >
                <X size={13} aria-hidden />
              </IconButton>
              {noteOf?.(view)}
            </li>
          ))}
        </ul>
      )}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <Field label="Name of the view that stands now" hint={`Kept in this browser, at most ${MOST_VIEWS}.`}>
          {(ids) => (
            <Input {...ids} value={name} maxLength={60} onChange={(event) => setName(event.target.value)} />
          )}
        </Field>
        <Button type="submit" tone="primary" size="small" className="mt-2">
          Save
        </Button>
      </form>
    </>
  );
}
