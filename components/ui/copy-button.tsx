'use client';
import { Check } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { classNames } from './class-names';

interface CopyButtonProps {
  text: string;
  /** What is copied, e.g. "id": the button is called "Copy id". */
  label: string;
  className?: string;
  /** Class of the icon's colour. */
  tone?: string;
}

/** Two sheets. One path instead of an icon of its own: a table has hundreds. */
const SHEETS = (
  <svg
    viewBox="0 0 24 24"
    width="12"
    height="12"
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    aria-hidden
  >
    <path d="M10 8h10a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H10a2 2 0 0 1-2-2V10a2 2 0 0 1 2-2zM4 16a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2h10a2 2 0 0 1 2 2" />
  </svg>
);

/** Puts `text` on the clipboard and says so; where the browser refuses, it says that instead. */
export function CopyButton({ text, label, className, tone = 'text-3' }: CopyButtonProps) {
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const copy = async () => {
    const done = await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    );
    setState(done === true ? 'copied' : 'refused');
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setState('idle'), 1500);
  };

  const name = { idle: `Copy ${label}`, copied: 'Copied', refused: 'The browser refused to copy' }[state];
  return (
    <button
      type="button"
      aria-label={name}
      data-tip={name}
      onClick={(event) => {
        // Copying is not opening: rows and links around the button stay still.
        event.preventDefault();
        event.stopPropagation();
        void copy();
      }}
      className={classNames(
        'inline-flex size-5 items-center justify-center rounded-sm hover:bg-surface-3 hover:text-text',
        tone,
        className,
      )}
    >
      {state === 'copied' ? <Check size={12} className="text-ok" aria-hidden /> : SHEETS}
    </button>
  );
}
