// The DAGs of the simulated network, from dag-designs.json: edges are `vertex.variant.port > vertex.port kind`.
// Invariant: text that does not parse throws.
import * as z from 'zod';
import type { EdgeKind } from '@/lib/contract/dags';
import documents from './dag-designs.json';
import { blob, object, single, type PortData, type Ports } from './port-values';
import texts from './texts.json';
import { toolOf, type ToolDesign } from './tools';
import type { Random, World } from './world';

/** Edge kinds as the design writes them, and as the chain does. */
export const edgeKinds: Readonly<Record<EdgeKind, string>> = {
  normal: 'Normal',
  for_each: 'ForEach',
  collect: 'Collect',
  do_while: 'DoWhile',
  break: 'Break',
  static: 'Static',
};

const EDGE = /^(\w+)\.(\w+)\.(\w+) > (\w+)\.(\w+)(?: (\w+))?$/;

function edgeOf(text: string) {
  const [, vertex, variant, port, toVertex, toPort, kind = 'normal'] = EDGE.exec(text) ?? [];
  if (!vertex || !variant || !port || !toVertex || !toPort || !(kind in edgeKinds))
    throw new Error(`not an edge: '${text}'`);
  return { from: { vertex, variant, port }, to: { vertex: toVertex, port: toPort }, kind: kind as EdgeKind };
}
export type EdgeDesign = ReturnType<typeof edgeOf>;

export function placeOf(text: string) {
  const [vertex, port, ...more] = text.split('.');
  if (!vertex || !port || more.length > 0) throw new Error(`not a port of a vertex: '${text}'`);
  return { vertex, port };
}

function outputOf(text: string) {
  const [vertex, variant, port] = text.split('.');
  if (!vertex || !variant || !port) throw new Error(`not an output: '${text}'`);
  return { vertex, variant, port };
}

const words = z.string().transform((text) => text.split(' '));

export const dagDocument = z.object({
  key: z.string(),
  /** The description of a skill that runs it. */
  purpose: z.string(),
  /** Vertex name to the name of its tool. */
  vertices: z.record(z.string(), z.string()),
  edges: z.array(z.string().transform(edgeOf)),
  /** Ports that the caller supplies, by entry group. */
  entry: z.record(
    z.string(),
    words.transform((places) => places.map(placeOf)),
  ),
  /** Data, or the name of an object in the world. */
  defaults: z
    .record(z.string(), z.union([z.string(), z.number(), z.object({ object: z.string() })]))
    .default({}),
  outputs: words.transform((texts) => texts.map(outputOf)),
  /** What happens to the other walks when a vertex fails for good. */
  afterFailure: z.enum(['Terminate', 'TransientContinue']).default('Terminate'),
});

export interface DagDesign extends Omit<z.output<typeof dagDocument>, 'defaults'> {
  defaults: readonly { vertex: string; port: string; value: PortData }[];
  /** What a caller supplies, by `vertex.port`. */
  supplies(random: Random, world: World): Ports;
}

const PAIRS = ['SUI/USD', 'BTC/USD', 'ETH/USD', 'EUR/USD', 'XAU/USD'] as const;
const ARTICLES = ['pallet racking', 'reefer slot RTM-GDN', 'cold store week 41', 'forklift lease'] as const;
const SITES = ['ostra-north', 'ostra-south', 'meyrin', 'halden-quay'] as const;

const storedBlob = (world: World, name: string) => blob(world.blob(name));
const consignment = (random: Random) =>
  single({ consignment: `FRL-${random.int(20_000, 99_999)}`, weight_kg: random.int(900, 24_000) });

/** What callers supply to each DAG. */
const callerInputs: Readonly<Record<string, DagDesign['supplies']>> = {
  'price-feed-1': (random) => ({ 'fetch.pair': single(random.pick(PAIRS)) }),
  'price-feed-2': (random) => ({ 'fetch.pair': single(random.pick(PAIRS)) }),
  'spot-settlement': (random) => ({
    'quote.pair': single('SUI/USD'),
    'match.order': single({
      side: random.pick(['buy', 'sell']),
      quantity: random.int(40, 9_000) * 10,
      limit: Number((3.3 + 0.25 * random.next()).toFixed(4)),
      account: `A-${random.int(1_000, 9_999)}`,
    }),
  }),
  'freight-negotiation': (random) => ({
    'open.item': single({
      article: random.pick(ARTICLES),
      list_price: random.int(9, 140) * 100,
      units: random.int(1, 12),
    }),
  }),
  'document-review': (random, world) => ({
    'split.document': storedBlob(world, `document/${random.int(1, 900)}`),
  }),
  'tender-desk': (random, world) => ({ 'split.document': storedBlob(world, `tender/${random.int(1, 400)}`) }),
  'content-moderation': (random) => ({
    'app_intake.text': single(random.pick(texts.posts)),
    'mail_intake.text': single(random.pick(texts.posts)),
  }),
  'support-answer': (random) => ({ 'triage.text': single(random.pick(texts.questions)) }),
  'release-notes': (random) => ({
    'draft.prompt': single(
      `gateway ${random.int(2, 4)}.${random.int(0, 19)}: retries, clock drift, new pairing screen`,
    ),
  }),
  'trip-planner': (random) => {
    const trip = single({
      from: random.pick(['BER', 'AMS', 'CDG', 'ZRH']),
      to: random.pick(['LIS', 'OSL', 'VIE', 'MXP', 'DUB']),
      out: `2026-1${random.int(0, 2)}-${random.int(10, 27)}`,
      nights: random.int(1, 4),
    });
    return { 'flights.trip': trip, 'hotels.trip': trip, 'weather.trip': trip };
  },
  'energy-balance': (random) => ({ 'readings.site': single(random.pick(SITES)) }),
  'customs-entry': (random) => ({ 'check.record': consignment(random) }),
  'freight-clearance': (random) => ({ 'intake.record': consignment(random) }),
  'berth-planning': () => ({
    'ships.record': single({ consignment: 'NL-RTM-4' }),
    'tide.trip': single({ to: 'RTM' }),
  }),
};

const designs = z.array(dagDocument).parse(documents);

/** Still being built when history ends. */
export const DRAFT = 'berth-planning';

/** The designs by key, in one world: their default values may name objects of it. */
export function dagDesigns(world: World): ReadonlyMap<string, DagDesign> {
  return new Map(
    designs.map(({ defaults, ...design }) => {
      const supplies = callerInputs[design.key];
      if (supplies === undefined) throw new Error(`nothing is supplied to DAG ${design.key}`);
      const values = Object.entries(defaults).map(([place, value]) => ({
        ...placeOf(place),
        value: typeof value === 'object' ? object(world.id(value.object)) : single(value),
      }));
      return [design.key, { ...design, defaults: values, supplies }];
    }),
  );
}

/** The tool that a vertex calls. */
export const toolAt = ({ vertices }: Pick<DagDesign, 'vertices'>, vertex: string): ToolDesign =>
  toolOf(vertices[vertex] ?? '');
