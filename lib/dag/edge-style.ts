// The form of each edge kind: its stroke, and what stands at its two ends. Kinds differ in form, not in colour alone. Pure geometry in layout pixels.
// A kind of a later release is drawn as normal and told by its word.
import type { EdgeKind } from '@/lib/contract/dags';
import type { Point } from './layout';
import type { Heading } from './placement/question';
import { isEdgeKind } from './wording';

export interface EdgeForm {
  width: number;
  dash?: string;
  source?: (at: Along) => string;
  target?: (at: Along) => string;
}

/** A place before or behind a port, told along and across the way the graph runs; as path text. */
type Along = (along: number, across: number) => string;

function from({ x, y }: Point, heading: Heading): Along {
  return (along, across) =>
    heading === 'down' ? `${x + across} ${y + along}` : `${x + along} ${y + across}`;
}

const END = 7;

/** The crow's foot, "many": three toes at a port. `side` is where the port lies, seen from the line. */
function crowsFoot(at: Along, side: 'ahead' | 'behind'): string {
  const sign = side === 'ahead' ? -1 : 1;
  const [tip, heel] = [sign * END, sign * (END + 11)];
  return `M${at(heel, 0)}L${at(tip, -6)}M${at(heel, 0)}L${at(tip, 6)}`;
}

function arrowHead(at: Along): string {
  return `M${at(-END - 6, -4.5)}L${at(-END, 0)}L${at(-END - 6, 4.5)}`;
}

export const edgeForms: Record<EdgeKind, EdgeForm> = {
  /** Passes the value on: a plain line. */
  normal: { width: 1.5 },
  /** One walk for each element: a thick line that fans out where it arrives. */
  for_each: { width: 3, target: (at) => crowsFoot(at, 'ahead') },
  /** Gathers the results of all walks: a thick line whose toes stand where it leaves. */
  collect: { width: 3, source: (at) => crowsFoot(at, 'behind') },
  /** The way back of a loop: dashed, with an arrow, drawn around what it repeats. */
  do_while: { width: 1.8, dash: '7 6', target: arrowHead },
  /** Leaves the loop: close dots and an arrow. */
  break: { width: 2.2, dash: '0.1 5', target: arrowHead },
  /** Stays available in every iteration: sparse dots. */
  static: { width: 2.4, dash: '0.1 11' },
};

export function edgeForm(kind: string): EdgeForm {
  return isEdgeKind(kind) ? edgeForms[kind] : edgeForms.normal;
}

/** The path of what stands at the ends of an edge of this form; empty for most. */
export function edgeEnds(form: EdgeForm, points: readonly Point[], heading: Heading): string {
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last) return '';
  return `${form.source?.(from(first, heading)) ?? ''}${form.target?.(from(last, heading)) ?? ''}`;
}
