import type { Hue } from '@/lib/view/event-families';

/** The hue of a family of events; its name is always beside it. */
export function FamilyDot({ hue }: { hue: Hue }) {
  const background = `var(--color-fam-${hue})`;
  return <span aria-hidden className="inline-block size-1.5 shrink-0 rounded-full" style={{ background }} />;
}
