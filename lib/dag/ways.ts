// The ways of a layout's edges, as the placement answered them. A large graph has tens of thousands of corners and few of them are looked at one by one,
// so a way is made of them when it is asked for, and the same one is given from then on. Invariant: nothing changes what a layout says.
import type { FlowGraph } from './flow-graph';
import type { Box, Point } from './layout';
import type { PlacementAnswer, PlacementQuestion } from './placement/question';
import { EDGE_FIELDS } from './placement/question';

export interface Way {
  /** From port to port. */
  points: Point[];
  /** The room kept for the label. */
  label: Box | null;
}

type Numbers = Pick<PlacementAnswer, 'points' | 'starts' | 'labels'> & Pick<PlacementQuestion, 'edges'>;

export class Ways {
  private readonly made: (Way | undefined)[] = [];
  private places: Map<string, number> | null = null;

  constructor(
    private readonly graph: FlowGraph,
    private readonly numbers: Numbers,
  ) {}

  get size(): number {
    return this.graph.edges.length;
  }

  get(key: string): Way | undefined {
    this.places ??= new Map(this.graph.edges.map((edge, index) => [edge.key, index]));
    const index = this.places.get(key);
    return index === undefined ? undefined : this.at(index);
  }

  /** The corners of the graph's edge number `index`: x and y in turn. */
  corners(index: number): Float32Array {
    const { points, starts } = this.numbers;
    return points.subarray((starts[index] ?? 0) * 2, (starts[index + 1] ?? 0) * 2);
  }

  *[Symbol.iterator](): Generator<[string, Way]> {
    for (const [index, { key }] of this.graph.edges.entries()) yield [key, this.at(index)];
  }

  /** The same ways, elsewhere. */
  moved(dx: number, dy: number): Ways {
    const shifted = (values: Float32Array) =>
      values.map((value, index) => value + (index % 2 === 0 ? dx : dy));
    const { points, labels } = this.numbers;
    return new Ways(this.graph, { ...this.numbers, points: shifted(points), labels: shifted(labels) });
  }

  private at(index: number): Way {
    const known = this.made[index];
    if (known) return known;
    const corners = this.corners(index);
    const points: Point[] = [];
    for (let at = 0; at < corners.length; at += 2)
      points.push({ x: corners[at] ?? 0, y: corners[at + 1] ?? 0 });
    const { labels, edges } = this.numbers;
    const [x = Number.NaN, y = Number.NaN] = labels.subarray(index * 2, index * 2 + 2);
    const [width = 0, height = 0] = edges.subarray(index * EDGE_FIELDS + 4, index * EDGE_FIELDS + 6);
    const way = { points, label: width > 0 && Number.isFinite(x) ? { x, y, width, height } : null };
    this.made[index] = way;
    return way;
  }
}
