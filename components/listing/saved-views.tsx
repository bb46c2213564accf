'use client';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Popover } from '@/components/ui/popover';
import type { SavedViewsListProps } from './saved-views-list';

const SavedViewsList = dynamic(async () => (await import('./saved-views-list')).SavedViewsList);

/** Saved views: links by name. */
export function SavedViews(props: Omit<SavedViewsListProps, 'onOpen'>) {
  const [open, setOpen] = useState(false);
  return (
    <Popover open={open} onOpenChange={setOpen} label="Saved views" trigger={<Button>Views</Button>}>
      <SavedViewsList {...props} onOpen={() => setOpen(false)} />
    </Popover>
  );
}
