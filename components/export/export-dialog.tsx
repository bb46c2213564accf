'use client';
import { useEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Choice } from '@/components/ui/chip';
import { Dialog } from '@/components/ui/dialog';
import type { Noun } from '@/components/data-table/table-view';
import { failureOf } from '@/lib/client/api-error';
import type { Progress } from '@/lib/client/queries/all-pages-query';
import { requestsFor, storedLargestPage } from '@/lib/client/page-size';
import { useLocalStorage } from '@/lib/client/use-local-storage';
import { counted, groupDigits } from '@/lib/view/amount';
import type { ExportForm } from '@/lib/view/export-file';
import { ProgressBar } from '@/components/values/progress-bar';
import { SavedExport } from './saved-export';
import { useSaveExport, type SavedTable } from './use-save-export';

type Which = 'selected' | 'loaded' | 'all';

const FROM: Readonly<Record<Which, string>> = {
  selected: 'selected rows',
  loaded: 'rows shown on the page',
  all: 'all rows that match',
};

interface Export {
  rows: readonly object[];
  total: number | null;
  complete: boolean;
}

interface ExportDialogProps {
  noun: Noun;
  request: string;
  readAll: (options: {
    signal: AbortSignal;
    onProgress: (progress: Progress) => void;
  }) => Promise<{ items: readonly object[]; total_items: number | null; complete: boolean }>;
  selected: readonly object[];
  loaded: readonly object[];
  total: number | null;
  /** Units by field. */
  units: Readonly<Record<string, string>>;
  /** Labels of filters that the index ignored. */
  ignoredFilters: readonly string[];
  onClose: () => void;
}

/** Chooses rows and format of an export, and shows how many requests it takes. */
export function ExportDialog(props: ExportDialogProps) {
  const { noun, request, readAll, selected, loaded, total, ignoredFilters, onClose } = props;
  const [which, setWhich] = useState<Which>(selected.length > 0 ? 'selected' : 'loaded');
  const [format, setFormat] = useState<ExportForm>('csv');
  const [state, setState] = useState<{ busy: boolean; error: string | null }>({ busy: false, error: null });
  const [progress, setProgress] = useState<Progress | null>(null);
  const [saved, setSaved] = useState<SavedTable | null>(null);
  const reading = useRef<AbortController | null>(null);
  // Closing the dialog cancels the export.
  useEffect(() => () => reading.current?.abort(), []);
  const saveExport = useSaveExport();
  const largest = useLocalStorage(storedLargestPage);
  const requests = total === null ? null : Math.max(1, requestsFor(total, largest));

  const note = ignoredFilters.length === 0 ? null : `ignored by this index: ${ignoredFilters.join(', ')}`;

  const rowsToSave = async (signal: AbortSignal): Promise<Export> => {
    if (which === 'selected') return { rows: selected, total, complete: false };
    if (which === 'loaded') return { rows: loaded, total, complete: loaded.length === total };
    const all = await readAll({ signal, onProgress: setProgress });
    return { rows: all.items, total: all.total_items, complete: all.complete };
  };
  const save = async () => {
    const { signal } = (reading.current = new AbortController());
    setProgress(null);
    setSaved(null);
    setState({ busy: true, error: null });
    try {
      const { rows, total: matching, complete } = await rowsToSave(signal);
      signal.throwIfAborted();
      const table = await saveExport({
        form: format,
        items: rows,
        units: props.units,
        facts: {
          what: noun.plural,
          request,
          rows_from: which === 'all' && ignoredFilters.length > 0 ? 'all rows of the list' : FROM[which],
          total_items: matching,
          complete,
          ...(note !== null && { note }),
        },
      });
      if (table === null) return onClose();
      setSaved(table);
      setState({ busy: false, error: null });
    } catch (error) {
      if (signal.aborted) return setState({ busy: false, error: null });
      setState({ busy: false, error: failureOf(error as Error)?.message ?? 'unknown error' });
    }
  };
  const options: readonly { value: Which; label: string; disabled?: boolean }[] = [
    { value: 'selected', label: `${selected.length} selected`, disabled: selected.length === 0 },
    { value: 'loaded', label: `${loaded.length} loaded` },
    { value: 'all', label: total === null ? 'all' : `all ${groupDigits(total)}` },
  ];
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={`Export ${noun.plural}`}>
      <div className="flex flex-col gap-3">
        <Choice<Which> label="Rows" value={which} options={options} onChange={setWhich} />
        <Choice<ExportForm>
          label="Format"
          value={format}
          options={[
            { value: 'csv', label: 'CSV' },
            { value: 'ndjson', label: 'NDJSON' },
          ]}
          onChange={setFormat}
        />
        <p className="text-2">
          {which === 'all' && requests !== null
            ? `Takes ${counted(requests, 'request')} with your key. `
            : ''}
          {format === 'csv'
            ? 'Opens in a spreadsheet; the first line has the headings. Unknown values are empty fields. An apostrophe keeps numbers of 16 digits or more, and text that looks like a formula, number or date, as they are.'
            : 'The first line describes the file: request, index, time, number of rows, and whether they are all. Values are exact.'}
        </p>
        {saved !== null && <SavedExport table={saved} />}
        {state.error !== null && (
          <p role="alert" className="text-fail">
            Couldn&apos;t load {noun.plural}: {state.error}
          </p>
        )}
        <div className="flex flex-wrap items-center gap-3">
          <Button tone="primary" disabled={state.busy} onClick={() => void save()}>
            {state.busy ? 'Exporting…' : 'Download'}
          </Button>
          {state.busy && which === 'all' && (
            <>
              <ProgressBar
                label={`Loading all ${noun.plural}`}
                done={progress?.read ?? null}
                of={progress?.total ?? null}
              />
              <Button onClick={() => reading.current?.abort()}>Cancel</Button>
            </>
          )}
        </div>
      </div>
    </Dialog>
  );
}
