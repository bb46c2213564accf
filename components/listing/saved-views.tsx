'use client';
import { lazy, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Popover } from '@/components/ui/popover';
import type { SavedViewsListProps } from './saved-views-list';

const SavedViewsList = lazy(async () => ({ default: (await import('./saved-views-list')).SavedViewsList }));

/** Views by name. A view is a link: it can be sent to others. */
export function SavedViews(props: Omit<SavedViewsListProps, 'onOpen'>) {
  const [open, setOpen] = useState(false);
  return (
    <Popover open={open} onOpenChange={setOpen} label="Saved views" trigger={<Button>Views</Button>}>
      <SavedViewsList {...props} onOpen={() => setOpen(false)} />
    </Popover>
  );
}
