import { TriangleAlert } from 'lucide-react';

/** Says on a card that the vertex does not fit the contract of its tool; what exactly is in the inspector and in the list. */
export function FaultMark({ count }: { count: number }) {
  return (
    <span
      aria-hidden
      data-contract-faults={count}
      className="absolute -top-3 -right-2 z-10 inline-flex items-center gap-0.5 rounded-full border border-fail bg-surface px-1 font-sans text-[10px] leading-4 font-semibold text-fail"
    >
      <TriangleAlert size={10} />
      {count}
    </span>
  );
}
