'use client';
import { useMemo } from 'react';
import { PageHeader } from '@/components/ui/page-header';
import { Panel } from '@/components/ui/panel';
import { absoluteTime } from '@/lib/view/time';
import { ExecutionView } from '@/app/(console)/executions/[execution_object_id]/execution-view';
import { partsOfFile } from './file-parts';
import { RunFileButton, RunFileFault, useRunFile } from './use-run-file';

const LABEL = 'File of an execution';

/** Opens an execution that was saved as a file, and shows it as its page does, without a network. */
export function FileView() {
  const door = useRunFile();
  const { opened } = door;
  const parts = useMemo(() => (opened === null ? null : partsOfFile(opened.file)), [opened]);

  if (opened === null || parts === null)
    return (
      <>
        <PageHeader title="Execution from a file" />
        <RunFileFault door={door} />
        <Panel {...door.target}>
          <div className="flex flex-col items-center gap-3 px-6 py-14 text-center">
            <p className="max-w-[56ch] text-2">
              Choose or drop a file that was saved from the page of an execution. It is read in this browser
              and sent nowhere.
            </p>
            <RunFileButton door={door} label={LABEL}>
              Choose a file
            </RunFileButton>
          </div>
        </Panel>
      </>
    );
  const { head } = opened.file;
  return (
    <div {...door.target}>
      <RunFileFault door={door} />
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
        <span className="ml-auto">
          <RunFileButton door={door} label={LABEL}>
            Another file
          </RunFileButton>
        </span>
      </p>
      <ExecutionView key={`${head.execution_object_id} ${head.saved_at}`} parts={parts} />
    </div>
  );
}
