// Which rows of a long table stand in the document, where all are as high: pure arithmetic.
// Invariant: what is in sight is always among them; nothing is drawn that is far from it.

/** Places of rows: the first, and one past the last. */
export interface RowSpan {
  first: number;
  end: number;
}

/** Rows beyond the edges that are drawn with those in sight, at once: the window rarely ends with a whole row. */
const EDGE = 2;
/** Rows beyond the edges when there is time, so that j finds the next row in the document. */
const OVERSCAN = 16;
/** So near the edge of what is drawn more is drawn, long before it is needed. */
const NEAR = 7;

/** The rows between two heights, measured from the upper edge of the first row, in px. The end may lie beyond the last row: others may come there. */
export function rowsBetween(from: number, to: number, height: number, count: number): RowSpan {
  const first = Math.min(count, Math.max(0, Math.floor(from / height)));
  return { first, end: Math.max(first, Math.ceil(to / height)) };
}

/** Whether something of what is drawn is in sight. */
export function touches(drawn: RowSpan, sight: RowSpan): boolean {
  return drawn.first < sight.end && drawn.end > sight.first;
}

/** Rows that must be drawn now, since some in sight are missing; undefined when none is. What stands and is near stays. */
export function missing(drawn: RowSpan, sight: RowSpan): RowSpan | undefined {
  if (sight.first >= drawn.first && sight.end <= drawn.end) return undefined;
  const near = touches(drawn, sight) ? drawn : sight;
  return {
    first: Math.max(0, sight.first - OVERSCAN, Math.min(near.first, sight.first - EDGE)),
    end: Math.min(sight.end + OVERSCAN, Math.max(near.end, sight.end + EDGE)),
  };
}

/** Rows to draw when there is time; undefined while enough stand beyond the edges, and not too many. */
export function roomy(drawn: RowSpan, sight: RowSpan): RowSpan | undefined {
  const wrong = (room: number) => room < NEAR || room > 2 * OVERSCAN;
  const above = sight.first - drawn.first;
  if (!(wrong(above) && above !== sight.first) && !wrong(drawn.end - sight.end)) return undefined;
  return { first: Math.max(0, sight.first - OVERSCAN), end: sight.end + OVERSCAN };
}
