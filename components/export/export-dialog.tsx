'use client';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Choice } from '@/components/ui/chip';
import { Dialog } from '@/components/ui/dialog';
import type { Noun } from '@/components/data-table/table-view';
import { failureOf } from '@/lib/client/failure';
import { counted } from '@/lib/view/counted';
import type { ExportForm } from '@/lib/view/export-file';
import { ReadingBar } from '@/components/listing/reading-bar';
import { useSaveExport } from './use-save-export';

type Which = 'selected' | 'loaded' | 'all';
const ROWS_A_REQUEST = 100;

const FROM: Readonly<Record<Which, string>> = {
  selected: 'selected by hand',
  loaded: 'the rows that the page held',
  all: 'every page of the listing',
};

interface Found {
  rows: readonly object[];
  total: number | null;
  complete: boolean;
}

interface ExportDialogProps {
  noun: Noun;
  /** Path and query that the index is asked for. */
  request: string;
  /** Reads every row that matches. */
  readAll: () => Promise<{ items: readonly object[]; total_items: number; complete: boolean }>;
  /** The key of the query that reads them. */
  reading: readonly unknown[];
  selected: readonly object[];
  loaded: readonly object[];
  total: number | null;
  /** Rows were left out by this browser, not by the index: what was. */
  narrowedHere: string | null;
  onClose: () => void;
}

/** Which rows go into a file, and in what form; says what all of them cost before they are read. */
export function ExportDialog(props: ExportDialogProps) {
  const { noun, request, readAll, reading, selected, loaded, total, narrowedHere, onClose } = props;
  const [which, setWhich] = useState<Which>(selected.length > 0 ? 'selected' : 'loaded');
  const [format, setFormat] = useState<ExportForm>('csv');
  const [state, setState] = useState<{ busy: boolean; fault: string | null }>({ busy: false, fault: null });
  const saveExport = useSaveExport();
  const requests = total === null ? null : Math.max(1, Math.ceil(total / ROWS_A_REQUEST));

  const rowsToSave = async (): Promise<Found> => {
    if (which === 'selected') return { rows: selected, total, complete: false };
    if (which === 'loaded') return { rows: loaded, total, complete: loaded.length === total };
    const all = await readAll();
    return { rows: all.items, total: all.total_items, complete: all.complete };
  };
  const save = async () => {
    setState({ busy: true, fault: null });
    try {
      const found = await rowsToSave();
      await saveExport({
        form: format,
        items: found.rows,
        facts: {
          what: noun.many,
          request,
          rows_from: FROM[which],
          total_items: found.total,
          complete: found.complete,
          ...(narrowedHere !== null && { note: narrowedHere }),
        },
      });
      onClose();
    } catch (error) {
      setState({ busy: false, fault: failureOf(error as Error)?.message ?? 'it could not be read' });
    }
  };
  const options: readonly { value: Which; label: string; disabled?: boolean }[] = [
    { value: 'selected', label: `${selected.length} selected`, disabled: selected.length === 0 },
    { value: 'loaded', label: `${loaded.length} loaded` },
    {
      value: 'all',
      label: total === null ? 'all that match' : `all ${total.toLocaleString('en-GB')}`,
      disabled: narrowedHere !== null,
    },
  ];
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={`Export ${noun.many}`}>
      <div className="flex flex-col gap-3">
        <Choice<Which> label="Rows" value={which} options={options} onChange={setWhich} />
        <Choice<ExportForm>
          label="Form"
          value={format}
          options={[
            { value: 'csv', label: 'CSV' },
            { value: 'ndjson', label: 'NDJSON' },
          ]}
          onChange={setFormat}
        />
        <p className="text-2">
          {which === 'all' && requests !== null
            ? `Reads ${counted(requests, 'page')} of ${ROWS_A_REQUEST} with your key. `
            : ''}
          The first line says what the file holds, what was asked, when, of which index, and whether it is
          all.
          {format === 'csv' &&
            ' Unknown is an empty field. A text that a spreadsheet would run starts with an apostrophe.'}
        </p>
        {state.fault !== null && (
          <p role="alert" className="text-fail">
            The {noun.many} could not be read: {state.fault}
          </p>
        )}
        <div className="flex flex-wrap items-center gap-3">
          <Button tone="primary" disabled={state.busy} onClick={() => void save()}>
            {state.busy ? 'Reading…' : 'Save the file'}
          </Button>
          {state.busy && which === 'all' && <ReadingBar label={`Reading all ${noun.many}`} of={reading} />}
        </div>
      </div>
    </Dialog>
  );
}
