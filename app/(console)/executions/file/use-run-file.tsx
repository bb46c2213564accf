'use client';
import { FolderOpen } from 'lucide-react';
import { useRef, useState, type DragEvent } from 'react';
import { readRunFile, RunFileError, type RunFile } from '@/lib/client/run-file';
import { Button } from '@/components/ui/button';

/** Larger files would stop the tab before they could be shown. */
const MOST_BYTES = 100_000_000;

export interface OpenedRun {
  /** Of the file. */
  name: string;
  file: RunFile;
}

export interface RunFileDoor {
  opened: OpenedRun | null;
  /** What is wrong with the file that was given last, naming it and the line. */
  fault: string | null;
  open: (given: File | undefined) => void;
  close: () => void;
  /** For the box that files may be dropped on. */
  target: { onDragOver: (event: DragEvent) => void; onDrop: (event: DragEvent) => void };
}

/** Files of executions, opened one after the other; one that cannot be read leaves the one before in its place. */
export function useRunFile(): RunFileDoor {
  const [opened, setOpened] = useState<OpenedRun | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const read = async (given: File) => {
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
  const open = (given: File | undefined) => {
    if (given !== undefined) void read(given);
  };
  return {
    opened,
    fault,
    open,
    close: () => {
      setOpened(null);
      setFault(null);
    },
    target: {
      onDragOver: (event) => event.preventDefault(),
      onDrop: (event) => {
        event.preventDefault();
        // A box within another one that takes files keeps what was dropped on it.
        event.stopPropagation();
        open(event.dataTransfer.files[0]);
      },
    },
  };
}

interface RunFileButtonProps {
  door: RunFileDoor;
  /** Names the control that takes the file. */
  label: string;
  size?: 'small';
  children: string;
}

/** Asks for a file. */
export function RunFileButton({ door, label, children, ...rest }: RunFileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".ndjson,.jsonl,application/x-ndjson"
        aria-label={label}
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          door.open(target.files?.[0]);
          // The same file may be mended and given again.
          target.value = '';
        }}
      />
      <Button onClick={() => input.current?.click()} {...rest}>
        <FolderOpen size={14} aria-hidden />
        {children}
      </Button>
    </>
  );
}

export function RunFileFault({ door: { fault } }: { door: RunFileDoor }) {
  if (fault === null) return null;
  return (
    <p role="alert" className="mb-3 rounded-md border border-fail/50 bg-surface px-3 py-2 text-fail">
      {fault}
    </p>
  );
}
