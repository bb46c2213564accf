// How far numbers reach that are x and y in turn, as a placement answers them. Invariant: a number that is none (NaN) reaches nowhere.
export interface Extent {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Reaches nowhere yet. */
export function nowhere(): Extent {
  return { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
}

/** Widens `extent` by what these numbers reach. */
export function widen(extent: Extent, numbers: Float32Array): void {
  for (let at = 0; at < numbers.length; at += 2) {
    const [x, y] = [numbers[at] ?? 0, numbers[at + 1] ?? 0];
    if (x < extent.left) extent.left = x;
    if (x > extent.right) extent.right = x;
    if (y < extent.top) extent.top = y;
    if (y > extent.bottom) extent.bottom = y;
  }
}
