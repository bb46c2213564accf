import type { Hue } from '@/lib/view/families';

/** Whole words, so that the stylesheet is built with them. */
const GROUND: Record<Hue, string> = {
  dag: 'bg-fam-dag',
  execution: 'bg-fam-execution',
  tool: 'bg-fam-tool',
  payment: 'bg-fam-payment',
  leader: 'bg-fam-leader',
  task: 'bg-fam-task',
  agent: 'bg-fam-agent',
  key: 'bg-fam-key',
};

/** The hue of a family of events; the word always stands beside it. */
export function FamilyDot({ hue }: { hue: Hue }) {
  return <span aria-hidden className={`inline-block size-1.5 shrink-0 rounded-full ${GROUND[hue]}`} />;
}
