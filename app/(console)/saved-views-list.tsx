'use client';
import { X } from 'lucide-react';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useState } from 'react';
import { Button, IconButton } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { Field, Input } from '@/components/ui/field';
import {
  dropView,
  MOST_VIEWS,
  readViews,
  saveView,
  viewSearch,
  type SavedView,
} from '@/lib/client/saved-views';
import { networkStorage } from '@/components/shell/network-storage';
import { usePageUrl } from './use-url';

function hrefOf({ path, search }: SavedView): string {
  return search === '' ? path : `${path}?${search}`;
}

/** The views of this page that the reader has named, and a name for the one that stands. Stands in the browser only: it is drawn when it was asked for. */
export function SavedViewsList({ onOpen }: { onOpen: () => void }) {
  const path = usePathname() ?? '';
  const { search } = usePageUrl();
  const [views, setViews] = useState(() => readViews(networkStorage()));
  const [name, setName] = useState('');
  const current = { path, search: viewSearch(search) };
  const here = views.filter((view) => view.path === path);
  const save = () => {
    const called = name.trim();
    if (called === '') return;
    setViews(saveView(networkStorage(), { name: called, ...current }));
    setName('');
  };
  return (
    <>
      {here.length === 0 ? (
        <p className="mb-2 text-3">No view of this page has a name yet.</p>
      ) : (
        <ul className="mb-2 max-h-60 overflow-auto" aria-label="Saved views">
          {here.map((view) => (
            <li key={view.name} className="flex items-center gap-1">
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
                className="size-6"
                onClick={() => setViews(dropView(networkStorage(), view))}
              >
                <X size={13} aria-hidden />
              </IconButton>
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
