'use client';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { copyResult, type CopyResult } from './copy-text';

const SHOWN_MS = { done: 2_000, toRead: 8_000 };

function wordsOf({ done, cut }: CopyResult): string {
  if (!done) return "Couldn't copy: the browser blocked it. Select the text and press Ctrl+C.";
  return cut ? 'Copied, but a long text is cut off. Its own page and exports have all of it.' : 'Copied';
}

/** The result of the last copy that no button shows. */
export function CopyNotice() {
  const result = useSyncExternalStore(copyResult.subscribe, copyResult.get, () => null);
  const [ended, setEnded] = useState(0);
  useEffect(() => {
    if (result === null) return;
    const { done, cut, count } = result;
    const timer = setTimeout(() => setEnded(count), done && !cut ? SHOWN_MS.done : SHOWN_MS.toRead);
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
          {wordsOf(result)}
        </p>
      )}
    </div>
  );
}
