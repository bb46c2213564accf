import type { ReactNode } from 'react';
import { Tip } from '@/components/ui/tip';

interface MaybeProps<Value> {
  value: Value | null;
  /** The end of the sentence "unknown: …" (lib/view/null-reasons). */
  reason: string;
  children?: (value: Value) => ReactNode;
}

/** Absences that are known, by how their reasons begin: nothing is unknown about them. */
const KNOWN_ABSENCES = [
  ['not applicable:', 'n/a'],
  ['not yet:', 'not yet'],
  ['none:', 'none'],
] as const;

/** A nullable value: null shows `unknown` with its reason, or the word for a known absence; false, zero and empty text stay visible. */
export function Maybe<Value>({ value, reason, children }: MaybeProps<Value>) {
  const absence = KNOWN_ABSENCES.find(([start]) => reason.startsWith(start));
  if (value === null && absence !== undefined)
    return (
      <Tip data-nothing tip={reason} described={false} className="relative cursor-help text-3">
        <span aria-hidden>{absence[1]}</span>
        <span className="sr-only">{reason}</span>
      </Tip>
    );
  if (value === null)
    return (
      <Tip tip={`unknown: ${reason}`} described={false} className="unknown relative">
        unknown<span className="sr-only">: {reason}</span>
      </Tip>
    );
  if (children !== undefined) return <>{children(value)}</>;
  if (value === '') return <span className="text-3">empty text</span>;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return String(value);
}

/** A value being read: not known yet, which is not the same as unknown. */
export function Pending() {
  return (
    <span className="text-3">
      <span aria-hidden>…</span>
      <span className="sr-only">loading</span>
    </span>
  );
}
