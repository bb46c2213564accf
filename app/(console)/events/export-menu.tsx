'use client';
import { useRef, useState } from 'react';
import { saveText } from '@/components/ui/save-file';
import { useSession } from '@/components/shell/session-context';
import { Button } from '@/components/ui/button';
import { Choice } from '@/components/ui/chip';
import { Popover } from '@/components/ui/popover';
import type { SourceState } from '@/lib/client/event-source';
import type { EventQuery } from '@/lib/client/queries/event-history';
import { read } from '@/lib/client/read';
import { MOST_EXPORTED, readAllEvents } from '@/lib/client/read-all-events';
import { groupDigits } from '@/lib/view/amount';
import { exportLines, exportName, type ExportedEvent, type ExportForm } from '@/lib/view/event-export';

const TYPES: Record<ExportForm, string> = { ndjson: 'application/x-ndjson', csv: 'text/csv' };

/** So long at a time lines are written, in milliseconds: the page goes on living meanwhile. */
const STRETCH_MS = 16;

async function written(lines: Iterable<string>): Promise<string> {
  const parts: string[] = [];
  let rested = performance.now();
  for (const line of lines) {
    parts.push(line);
    if (performance.now() - rested < STRETCH_MS) continue;
    await new Promise((done) => setTimeout(done, 0));
    rested = performance.now();
  }
  return parts.join('');
}

interface ExportMenuProps {
  query: EventQuery;
  /** The rows that the page holds at this moment. */
  held: () => SourceState;
}

/** Events as a file: those this page holds, or all that match. */
export function ExportMenu({ query, held }: ExportMenuProps) {
  const { index } = useSession();
  const [open, setOpen] = useState(false);
  const [form, setForm] = useState<ExportForm>('ndjson');
  const [progress, setProgress] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const reading = useRef<AbortController | null>(null);

  const save = async (events: readonly ExportedEvent[], rows_from: string, complete: boolean) => {
    const made_at = Date.now();
    const { host, release, network, log_id } = index;
    const facts = {
      filters: query,
      rows_from,
      index: { host, release, network, log_id },
      made_at,
      complete,
    };
    const text = await written(exportLines(form, events, facts));
    saveText(exportName(form, made_at), text, TYPES[form]);
  };
  const saveHeld = () => {
    const { rows, former, atEnd } = held();
    void save([...[...rows].reverse(), ...former], 'the rows held by the events page', atEnd);
  };
  const saveAll = async () => {
    const abort = new AbortController();
    reading.current = abort;
    setFault(null);
    setProgress('Reading…');
    try {
      const { records, complete } = await readAllEvents(read, query, {
        signal: abort.signal,
        onProgress: (rows, of) => setProgress(`${groupDigits(rows)} of about ${groupDigits(of)}`),
      });
      await save(records, 'GET /events', complete);
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
