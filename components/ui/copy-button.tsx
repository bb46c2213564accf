'use client';
import { Check } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { classNames } from './class-names';
import { copyText } from './copy-text';

interface CopyButtonProps {
  text: string;
  /** What is copied: "id" gives "Copy id". */
  label: string;
  className?: string;
  tone?: string;
}

/** Copies `text` to the clipboard and reports whether the browser allowed it. */
export function CopyButton({ text, label, className, tone = 'text-3' }: CopyButtonProps) {
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const copy = async () => {
    setState((await copyText(text, { isShown: true })) ? 'copied' : 'refused');
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
        state !== 'copied' && 'copy-icon',
        tone,
        className,
      )}
    >
      {state === 'copied' && <Check size={12} className="text-ok" aria-hidden />}
    </button>
  );
}
