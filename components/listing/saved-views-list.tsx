'use client';
import { X } from 'lucide-react';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useState, type ReactNode } from 'react';
import { Button, IconButton } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { Field, Input } from '@/components/ui/field';
import { MAX_VIEWS, viewSearch, withoutView, withView, type SavedView } from '@/lib/client/saved-views';
import { useLocalStorage } from '@/lib/client/use-local-storage';
import { storedViews } from './stored-views';
import { usePageUrl } from './use-url';

function hrefOf({ path, search }: SavedView): string {
  return search === '' ? path : `${path}?${search}`;
}

export interface SavedViewsListProps {
  /** The search part to save, when it is not the one of the URL. */
  current?: URLSearchParams;
  noteOf?: (view: SavedView) => ReactNode;
  onOpen: () => void;
}

/** The saved views of this page, and a form to save the current one. */
export function SavedViewsList({ current, noteOf, onOpen }: SavedViewsListProps) {
  const path = usePathname() ?? '';
  const { search } = usePageUrl();
  const views = useLocalStorage(storedViews);
  const [name, setName] = useState('');
  const currentView = { path, search: viewSearch(current ?? search) };
  const here = views.filter((view) => view.path === path);
  const save = () => {
    const trimmed = name.trim();
    if (trimmed === '') return;
    storedViews.set(withView(views, { name: trimmed, ...currentView }));
    setName('');
  };
  return (
    <>
      {here.length === 0 ? (
        <p className="mb-2 text-3">No saved views</p>
      ) : (
        <ul className="mb-2 max-h-60 overflow-auto" aria-label="Saved views">
          {here.map((view) => (
            <li key={view.name} className="flex flex-wrap items-center gap-x-1">
              <Link
                href={hrefOf(view)}
                onClick={onOpen}
                aria-current={view.search === currentView.search ? 'true' : undefined}
                className="min-w-0 flex-1 truncate py-1 hover:text-accent hover:underline aria-[current]:font-medium"
              >
                {view.name}
              </Link>
              <CopyButton text={`${window.location.origin}${hrefOf(view)}`} label={`link to ${view.name}`} />
              <IconButton
                label={`Delete ${view.name}`}
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
        <Field label="View name" hint={`Stored in this browser, up to ${MAX_VIEWS}.`}>
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
