'use client';
import { useState } from 'react';
import { usePageUrl } from '@/components/listing/use-url';
import { Button } from '@/components/ui/button';
import { TextField } from '@/components/ui/field';
import { withFilters, withPageKeys } from '@/lib/client/filter-url';
import { readPlace } from '@/lib/view/event-place';

/** Opens an event by ID, or the events up to a time. */
export function GoTo({ onGone }: { onGone: () => void }) {
  const url = usePageUrl();
  const [text, setText] = useState('');
  const place = readPlace(text);
  const error = text.trim() !== '' && place === null ? 'Enter an event ID or a date and time' : null;
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (place === null) return;
        url.push(
          place.is === 'event'
            ? withPageKeys(url.search, { event: place.id })
            : withFilters('events.list', url.search, { created_before: place.at }),
        );
        onGone();
      }}
    >
      <TextField
        label="Event ID or time on chain (UTC)"
        hint="184220, or 2026-11-21 12:04"
        error={error}
        autoComplete="off"
        value={text}
        onChange={setText}
      />
      <div>
        <Button type="submit" tone="primary" size="small" disabled={place === null}>
          Go
        </Button>
      </div>
    </form>
  );
}
