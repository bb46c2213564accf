'use client';
import { Check, Copy } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { classNames } from './class-names';

interface CopyButtonProps {
  text: string;
  /** What is copied, e.g. "id": the button is called "Copy id". */
  label: string;
  className?: string;
}

/** Puts `text` on the clipboard and says so; where the browser refuses, it says that instead. */
export function CopyButton({ text, label, className }: CopyButtonProps) {
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
        'inline-flex size-5 items-center justify-center rounded-sm text-3 hover:bg-surface-3 hover:text-text',
        className,
      )}
    >
      {state === 'copied' ? (
        <Check size={12} className="text-ok" aria-hidden />
      ) : (
        <Copy size={12} aria-hidden />
      )}
    </button>
  );
}
