// The form of each edge kind: its stroke, and what stands at its two ends. Kinds differ in form, not in colour alone. Pure geometry in layout pixels.
// A kind of a later release is drawn as normal and told by its word.
import type { EdgeKind } from '@/lib/contract/dags';
import type { Point } from './layout';
import { isEdgeKind } from './wording';

export interface EdgeForm {
  width: number;
  dash?: string;
  source?: (at: Point) => string;
  target?: (at: Point) => string;
}

const END = 7;

/** The crow's foot, "many": three toes at a port. `side` is where the port lies, seen from the line. */
function crowsFoot({ x, y }: Point, side: 'ahead' | 'behind'): string {
  const tip = side === 'ahead' ? x - END : x + END;
  const heel = side === 'ahead' ? tip - 11 : tip + 11;
  return `M${heel} ${y}L${tip} ${y - 6}M${heel} ${y}L${tip} ${y + 6}`;
}

function arrowHead({ x, y }: Point): string {
  const tip = x - END;
  return `M${tip - 6} ${y - 4.5}L${tip} ${y}L${tip - 6} ${y + 4.5}`;
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
export function edgeEnds(form: EdgeForm, points: readonly Point[]): string {
  const first = points[0];
  const last = points.at(-1);
  return first && last ? `${form.source?.(first) ?? ''}${form.target?.(last) ?? ''}` : '';
}
