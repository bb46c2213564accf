// How a DAG design is written: vertices by name, edges as `vertex.variant.port > vertex.port kind`, entry groups, defaults, outputs.
// Invariant: text that does not parse throws.
import type { World } from '@/lib/index-service/sources/simulate/ids';
import type { PortData, Ports } from '@/lib/index-service/sources/simulate/port-values';
import type { Random } from '@/lib/index-service/sources/simulate/random';

export const edgeKinds = {
  normal: 'Normal',
  for_each: 'ForEach',
  collect: 'Collect',
  do_while: 'DoWhile',
  break: 'Break',
  static: 'Static',
} as const;
export type EdgeKind = keyof typeof edgeKinds;

export interface Place {
  vertex: string;
  port: string;
}

export interface EdgeDesign {
  from: Place & { variant: string };
  to: Place;
  kind: EdgeKind;
}

export interface DagDesign {
  key: string;
  /** What a skill that runs it says of itself. */
  purpose: string;
  /** Vertex name to the name of its tool. */
  vertices: Readonly<Record<string, string>>;
  edges: readonly EdgeDesign[];
  entry: Readonly<Record<string, readonly Place[]>>;
  defaults: readonly (Place & { value: PortData })[];
  outputs: readonly (Place & { variant: string })[];
  /** What happens to the other walks when a vertex fails for good. */
  afterFailure: 'Terminate' | 'TransientContinue';
  /** What a caller supplies, by `vertex.port`. */
  supplies(random: Random, world: World): Ports;
}

export interface DagWords {
  key: string;
  purpose: string;
  vertices: Readonly<Record<string, string>>;
  edges: readonly string[];
  entry: Readonly<Record<string, string>>;
  defaults?: (world: World) => Ports;
  outputs: string;
  afterFailure?: DagDesign['afterFailure'];
  supplies: DagDesign['supplies'];
}

const EDGE = /^(\w+)\.(\w+)\.(\w+) > (\w+)\.(\w+)(?: (\w+))?$/;

function edgeOf(text: string): EdgeDesign {
  const [, vertex, variant, port, toVertex, toPort, kind = 'normal'] = EDGE.exec(text) ?? [];
  if (!vertex || !variant || !port || !toVertex || !toPort || !(kind in edgeKinds))
    throw new Error(`not an edge: '${text}'`);
  return { from: { vertex, variant, port }, to: { vertex: toVertex, port: toPort }, kind: kind as EdgeKind };
}

export function placeOf(text: string): Place {
  const [vertex, port, ...more] = text.split('.');
  if (!vertex || !port || more.length > 0) throw new Error(`not a port of a vertex: '${text}'`);
  return { vertex, port };
}

function outputOf(text: string): Place & { variant: string } {
  const [vertex, variant, port] = text.split('.');
  if (!vertex || !variant || !port) throw new Error(`not an output: '${text}'`);
  return { vertex, variant, port };
}

const wordsOf = (text: string) => text.split(' ').filter((word) => word !== '');

/** A DAG of one world: the defaults may name objects of it. */
export function dagOf(world: World, words: DagWords): DagDesign {
  return {
    key: words.key,
    purpose: words.purpose,
    vertices: words.vertices,
    edges: words.edges.map(edgeOf),
    entry: Object.fromEntries(
      Object.entries(words.entry).map(([group, places]) => [group, wordsOf(places).map(placeOf)]),
    ),
    defaults: Object.entries(words.defaults?.(world) ?? {}).flatMap(([place, value]) =>
      value === undefined ? [] : [{ ...placeOf(place), value }],
    ),
    outputs: wordsOf(words.outputs).map(outputOf),
    afterFailure: words.afterFailure ?? 'Terminate',
    supplies: words.supplies,
  };
}
