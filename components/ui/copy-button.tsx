'use client';
import { Check } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { classNames } from './class-names';

interface CopyButtonProps {
  text: string;
  /** What is copied: "id" gives "Copy id". */
  label: string;
  className?: string;
  tone?: string;
}

/** One path instead of an icon component: a table has hundreds. */
const COPY_ICON = (
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

/** Copies `text` to the clipboard and reports whether the browser allowed it. */
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

  const name = { idle: `Copy ${label}`, copied: 'Copied', refused: 'Copying was blocked' }[state];
  return (
    <button
      type="button"
      aria-label={name}
      data-tip={name}
      onClick={(event) => {
        // Rows and links around the button must not react.
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
      {state === 'copied' ? <Check size={12} className="text-ok" aria-hidden /> : COPY_ICON}
    </button>
  );
}
