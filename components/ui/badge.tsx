import type { ReactNode } from 'react';
import { classNames } from './class-names';

export type Tone = 'ok' | 'run' | 'warn' | 'fail' | 'idle';

const COLOUR: Record<Tone, string> = {
  ok: 'text-ok',
  run: 'text-run',
  warn: 'text-warn',
  fail: 'text-fail',
  idle: 'text-idle',
};

/** One shape per tone, so that no tone relies on colour alone. */
const SHAPE: Record<Tone, ReactNode> = {
  ok: <rect x="1" y="1" width="8" height="8" rx="2" fill="currentColor" />,
  run: <path d="M2 1.2v7.6L9 5z" fill="currentColor" />,
  warn: <path d="M5 .8 9.6 9H.4z" fill="currentColor" />,
  fail: (
    <path d="M1.6 1.6l6.8 6.8m0-6.8L1.6 8.4" stroke="currentColor" strokeWidth="2.2" strokeLinecap="round" />
  ),
  idle: <circle cx="5" cy="5" r="3.4" stroke="currentColor" strokeWidth="1.8" fill="none" />,
};

export function StatusShape({ tone }: { tone: Tone }) {
  return (
    <svg
      viewBox="0 0 10 10"
      width="9"
      height="9"
      aria-hidden
      className={classNames('shrink-0', COLOUR[tone])}
    >
      {SHAPE[tone]}
    </svg>
  );
}

/** A state as shape and word. */
export function Badge({
  tone,
  children,
  className,
}: {
  tone: Tone;
  children: ReactNode;
  className?: string;
}) {
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1.5 text-xs font-medium whitespace-nowrap',
        // Success is quiet: only its shape has the colour.
        tone === 'ok' ? 'text-2' : COLOUR[tone],
        className,
      )}
    >
      <StatusShape tone={tone} />
      {children}
    </span>
  );
}
