import { FlaskConical } from 'lucide-react';
import { Tip } from '@/components/ui/tip';

export function Brand() {
  return (
    <span className="inline-flex items-center gap-2 text-md font-semibold tracking-tight">
      <svg
        width="20"
        height="20"
        viewBox="0 0 20 20"
        fill="none"
        strokeWidth="1.8"
        aria-hidden
        className="stroke-accent"
      >
        <circle cx="4.5" cy="10" r="2.2" />
        <circle cx="15.5" cy="4.5" r="2.2" />
        <circle cx="15.5" cy="15.5" r="2.2" />
        <path d="M6.5 9l7-3.5M6.5 11l7 3.5" />
      </svg>
      Dagscope
    </span>
  );
}

/** Marks every page of a simulated network. */
export function SimulatedMark() {
  return (
    <Tip
      tip="Events on this index come from a simulation, not from a chain"
      className="inline-flex h-6 items-center gap-1.5 rounded-full border border-warn/50 px-2 text-xs font-medium whitespace-nowrap text-warn"
    >
      <FlaskConical size={12} aria-hidden />
      Simulated network
    </Tip>
  );
}
