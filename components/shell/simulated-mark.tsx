import { FlaskConical } from 'lucide-react';

/** Says that nothing here happened on a real chain. Shown on every page of a simulated network. */
export function SimulatedMark() {
  return (
    <span
      data-tip="The events of this index come from a simulation, not from a chain."
      className="inline-flex h-6 items-center gap-1.5 rounded-full border border-warn/50 px-2 text-xs font-medium whitespace-nowrap text-warn"
    >
      <FlaskConical size={12} aria-hidden />
      Simulated network
    </span>
  );
}
