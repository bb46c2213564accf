'use client';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { copyResult } from './copy-text';

const SHOWN_MS = { done: 2_000, failed: 8_000 };

/** The result of the last copy that no button shows. */
export function CopyNotice() {
  const result = useSyncExternalStore(copyResult.subscribe, copyResult.get, () => null);
  const [ended, setEnded] = useState(0);
  useEffect(() => {
    if (result === null) return;
    const timer = setTimeout(() => setEnded(result.count), result.done ? SHOWN_MS.done : SHOWN_MS.failed);
    return () => clearTimeout(timer);
  }, [result]);
  const isShown = result !== null && result.count > ended;
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-4 z-[60] flex justify-center px-4"
    >
      {isShown && (
        <p className="rounded-md border border-line-strong bg-surface-3 px-3 py-1.5 text-text shadow-pop">
          {result.done
            ? 'Copied'
            : "Couldn't copy: the browser blocked it. Select the text and press Ctrl+C."}
        </p>
      )}
    </div>
  );
}
