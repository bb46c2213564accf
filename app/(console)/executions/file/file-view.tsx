'use client';
import { FolderOpen } from 'lucide-react';
import { useMemo, useRef, useState, type DragEvent } from 'react';
import { readRunFile, RunFileError, type RunFile } from '@/lib/client/run-file';
import { Button } from '@/components/ui/button';
import { PageHeader } from '@/components/ui/page-header';
import { Panel } from '@/components/ui/panel';
import { absoluteTime } from '@/lib/view/time';
import { ExecutionView } from '@/app/(console)/executions/[execution_object_id]/execution-view';
import { partsOfFile } from './file-parts';

/** Larger files would stop the tab before they could be shown. */
const MOST_BYTES = 100_000_000;

/** Opens an execution that was saved as a file, and shows it as its page does, without a network. */
export function FileView() {
  const [opened, setOpened] = useState<{ name: string; file: RunFile } | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const parts = useMemo(() => (opened === null ? null : partsOfFile(opened.file)), [opened]);

  const open = async (given: File | undefined) => {
    if (given === undefined) return;
    try {
      if (given.size > MOST_BYTES) throw new RunFileError('it is larger than 100 MB');
      setOpened({ name: given.name, file: readRunFile(await given.text()) });
      setFault(null);
    } catch (error) {
      setFault(
        `${given.name} could not be opened: ${error instanceof RunFileError ? error.message : 'it could not be read'}`,
      );
    }
  };
  const choose = (
    <>
      <input
        ref={input}
        type="file"
        accept=".ndjson,.jsonl,application/x-ndjson"
        aria-label="File of an execution"
        className="sr-only"
        onChange={(event) => void open(event.target.files?.[0])}
      />
      <Button onClick={() => input.current?.click()}>
        <FolderOpen size={14} aria-hidden />
        {opened === null ? 'Choose a file' : 'Another file'}
      </Button>
    </>
  );
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    void open(event.dataTransfer.files[0]);
  };
  const problem = fault !== null && (
    <p role="alert" className="mb-3 rounded-md border border-fail/50 bg-surface px-3 py-2 text-fail">
      {fault}
    </p>
  );
  if (opened === null || parts === null)
    return (
      <>
        <PageHeader title="Execution from a file" />
        {problem}
        <Panel onDragOver={(event) => event.preventDefault()} onDrop={onDrop}>
          <div className="flex flex-col items-center gap-3 px-6 py-14 text-center">
            <p className="max-w-[56ch] text-2">
              Choose or drop a file that was saved from the page of an execution. It is read in this browser
              and sent nowhere.
            </p>
            {choose}
          </div>
        </Panel>
      </>
    );
  const { head } = opened.file;
  return (
    <div onDragOver={(event) => event.preventDefault()} onDrop={onDrop}>
      {problem}
      <p
        role="note"
        data-testid="file-note"
        className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-line bg-surface px-3 py-1.5 text-2"
      >
        <span>
          From the file <span className="mono">{opened.name}</span>, saved{' '}
          {absoluteTime(Date.parse(head.saved_at), 'utc')}
          {head.source !== null && ` from ${head.source}`}. Nothing is read from the network.
        </span>
        <span className="ml-auto">{choose}</span>
      </p>
      <ExecutionView key={`${head.execution_object_id} ${head.saved_at}`} parts={parts} />
    </div>
  );
}
