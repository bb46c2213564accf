'use client';
import { useRef, useState } from 'react';
import { SavedExport } from '@/components/export/saved-export';
import { useSaveExport, type SavedTable } from '@/components/export/use-save-export';
import { Button } from '@/components/ui/button';
import { Choice } from '@/components/ui/chip';
import { PopoverBox, type PopoverProps } from '@/components/ui/popover-box';
import type { ViewState } from '@/lib/client/live/event-view';
import { type EventQuery, MAX_EXPORTED, readAllEvents } from '@/lib/client/queries/event-queries';
import { read } from '@/lib/client/read';
import { requestPath } from '@/lib/contract/endpoint-url';
import { groupDigits } from '@/lib/view/amount';
import { eventFieldNotes, eventFields, exportedEvent, type ExportedEvent } from '@/lib/view/event-export';
import type { ExportFacts, ExportForm } from '@/lib/view/export-file';

export interface ExportMenuProps {
  query: EventQuery;
  /** The rows loaded at this moment. */
  loaded: () => ViewState;
}

/** Saves the loaded events, or all that match, as a file. It mounts open. */
export function ExportMenu({ query, loaded, trigger }: ExportMenuProps & Pick<PopoverProps, 'trigger'>) {
  const saveExport = useSaveExport();
  const [form, setForm] = useState<ExportForm>('ndjson');
  const [progress, setProgress] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [saved, setSaved] = useState<SavedTable | null>(null);
  const reading = useRef<AbortController | null>(null);

  const save = async (
    items: readonly ExportedEvent[],
    source: Pick<ExportFacts, 'rows_from' | 'total_items' | 'complete'>,
  ) =>
    setSaved(
      await saveExport({
        form,
        items,
        facts: {
          what: 'events',
          request: requestPath('events.list', {}, query),
          columns: eventFieldNotes,
          ...source,
        },
        fields: eventFields,
        rowOf: exportedEvent,
      }),
    );
  const saveLoaded = () => {
    const { rows, former, atEnd, total } = loaded();
    void save([...[...rows].reverse(), ...former], {
      rows_from: 'rows loaded on the events page, including live events',
      total_items: total,
      complete: atEnd,
    });
  };
  const saveAll = async () => {
    const abort = new AbortController();
    reading.current = abort;
    setError(null);
    setProgress('Loading…');
    try {
      const { records, total_items, complete } = await readAllEvents(read, query, {
        signal: abort.signal,
        onProgress: (rows, of) =>
          setProgress(of === null ? groupDigits(rows) : `${groupDigits(rows)} of about ${groupDigits(of)}`),
      });
      await save(records, { rows_from: 'all pages of the list', total_items, complete });
    } catch (reason) {
      if (!abort.signal.aborted)
        setError(`Export failed: ${reason instanceof Error ? reason.message : 'no answer'}`);
    }
    reading.current = null;
    setProgress(null);
  };

  return (
    <PopoverBox label="Export events" trigger={trigger}>
      <div className="flex flex-col items-start gap-2.5">
        <Choice
          label="Format"
          value={form}
          options={[
            { value: 'ndjson', label: 'NDJSON' },
            { value: 'csv', label: 'CSV' },
          ]}
          onChange={setForm}
        />
        <Button size="small" onClick={saveLoaded}>
          Export loaded rows
        </Button>
        {progress === null ? (
          <Button size="small" onClick={() => void saveAll()}>
            Export all matching events
          </Button>
        ) : (
          <span className="flex items-center gap-2" role="status">
            {progress}
            <Button size="small" onClick={() => reading.current?.abort()}>
              Cancel
            </Button>
          </span>
        )}
        {error !== null && (
          <p role="alert" className="text-fail">
            {error}
          </p>
        )}
        {saved !== null && <SavedExport table={saved} />}
        <p className="text-xs text-3">
          {form === 'ndjson' && 'The first line describes the file: filters, time and index. '}Up to{' '}
          {groupDigits(MAX_EXPORTED)} events; an incomplete file is marked as such.
        </p>
      </div>
    </PopoverBox>
  );
}
