'use client';
import { useRef, useState } from 'react';
import { useSaveExport } from '@/components/export/use-save-export';
import { Button } from '@/components/ui/button';
import { Choice } from '@/components/ui/chip';
import { Popover } from '@/components/ui/popover';
import type { SourceState } from '@/lib/client/event-source';
import type { EventQuery } from '@/lib/client/queries/event-history';
import { read } from '@/lib/client/read';
import { MOST_EXPORTED, readAllEvents } from '@/lib/client/read-all-events';
import { requestPath } from '@/lib/contract/endpoint-url';
import { groupDigits } from '@/lib/view/amount';
import { eventFieldNotes, eventFields, exportedEvent, type ExportedEvent } from '@/lib/view/event-export';
import type { ExportFacts, ExportForm } from '@/lib/view/export-file';

interface ExportMenuProps {
  query: EventQuery;
  /** The rows that the page holds at this moment. */
  held: () => SourceState;
}

/** Events as a file: those this page holds, or all that match. */
export function ExportMenu({ query, held }: ExportMenuProps) {
  const saveExport = useSaveExport();
  const [open, setOpen] = useState(false);
  const [form, setForm] = useState<ExportForm>('ndjson');
  const [progress, setProgress] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const reading = useRef<AbortController | null>(null);

  const save = (
    items: readonly ExportedEvent[],
    told: Pick<ExportFacts, 'rows_from' | 'total_items' | 'complete'>,
  ) =>
    saveExport({
      form,
      items,
      facts: {
        what: 'events',
        request: requestPath('events.list', {}, query),
        columns: eventFieldNotes,
        ...told,
      },
      fields: eventFields,
      rowOf: exportedEvent,
    });
  const saveHeld = () => {
    const { rows, former, atEnd, total } = held();
    void save([...[...rows].reverse(), ...former], {
      rows_from: 'the rows that the events page held, those of the stream among them',
      total_items: total,
      complete: atEnd,
    });
  };
  const saveAll = async () => {
    const abort = new AbortController();
    reading.current = abort;
    setFault(null);
    setProgress('Reading…');
    try {
      const { records, total_items, complete } = await readAllEvents(read, query, {
        signal: abort.signal,
        onProgress: (rows, of) => setProgress(`${groupDigits(rows)} of about ${groupDigits(of)}`),
      });
      await save(records, { rows_from: 'every page of the listing', total_items, complete });
    } catch (error) {
      if (!abort.signal.aborted) setFault(error instanceof Error ? error.message : 'it was not answered');
    }
    reading.current = null;
    setProgress(null);
  };

  return (
    <Popover open={open} onOpenChange={setOpen} label="Export events" trigger={<Button>Export</Button>}>
      <div className="flex flex-col items-start gap-2.5">
        <Choice
          label="Form"
          value={form}
          options={[
            { value: 'ndjson', label: 'NDJSON' },
            { value: 'csv', label: 'CSV' },
          ]}
          onChange={setForm}
        />
        <Button size="small" onClick={saveHeld}>
          Rows held by this page
        </Button>
        {progress === null ? (
          <Button size="small" onClick={() => void saveAll()}>
            All that match, from the history
          </Button>
        ) : (
          <span className="flex items-center gap-2" role="status">
            {progress}
            <Button size="small" onClick={() => reading.current?.abort()}>
              Stop
            </Button>
          </span>
        )}
        {fault !== null && (
          <p role="alert" className="text-fail">
            {fault}
          </p>
        )}
        <p className="text-xs text-3">
          The first line says what the file holds, when it was made and from which index. At most{' '}
          {groupDigits(MOST_EXPORTED)} from the history; a file that is not all says so.
        </p>
      </div>
    </Popover>
  );
}
