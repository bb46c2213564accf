// Named structures that every drawing must handle: all edge kinds, one to five thousand vertices, disconnected parts, names
// beyond ASCII, two hundred ports on one vertex, a dangling entry group. Tests in Node and in the browser share this list.
import { type DagStructure, edgeKinds } from '@/lib/contract/dags';
import { chain, fan, islands, tangle } from './large-structures';
import { data, documentReview, edge, market, structure, unfinished, wide } from './structures';

const NAMES = ['one', 'two words', '価格を確認する', 'Ünïcode ünd Leerzeichen', '🛰️ relay', 'x'.repeat(80)];

const oddNames = structure({
  vertices: NAMES.map((name) => ({ name, kind: 'off_chain', tool_fqn: 'xyz.names.odd@1' })),
  edges: NAMES.flatMap((name, index) =>
    edgeKinds.map((kind, port) => ({
      from: { vertex: name, variant: 'ok', port: `p ${port}` },
      to: { vertex: NAMES[(index + 1 + port) % NAMES.length] ?? name, port: `q ${port}` },
      kind,
    })),
  ),
  entry_groups: [{ name: 'dangling', ports: [{ vertex: 'nowhere', port: 'in' }] }],
});

/** Ports with default values whose names are longer than a card is wide. */
const longPorts = structure({
  vertices: ['short', 'long'].map((name) => ({ name, kind: 'on_chain', tool_fqn: 'xyz.names.long@1' })),
  edges: [edge(`short.ok.${'y'.repeat(60)}`, `long.${'x'.repeat(60)}`, 'for_each')],
  default_values: ['long', 'short'].map((vertex) => ({
    vertex,
    port: 'the_most_that_is_paid_for_it_ever',
    value: data('a text that is longer than its chip'),
  })),
  output_variants: Array.from({ length: 4 }, (_, index) => ({
    vertex: 'long',
    variant: 'accepted_with_reservations',
    port: `explanation_${index}`,
  })),
});

const dangling = structure({
  vertices: [{ name: 'alone', kind: 'off_chain', tool_fqn: 'xyz.alone.only@1' }],
  entry_groups: [
    { name: 'here', ports: [{ vertex: 'alone', port: 'in' }] },
    { name: 'nowhere', ports: ['in', 'out'].map((port) => ({ vertex: 'not there', port })) },
    { name: 'empty', ports: [] },
  ],
});

const manyPorts = structure({
  edges: Array.from({ length: 200 }, (_, index) => edge(`hub.ok.p${index}`, `spoke_${index % 50}.p${index}`)),
});

const loops = structure({
  edges: [
    edge('poll.wait.x', 'poll.x', 'do_while'),
    edge('poll.done.x', 'end.x', 'break'),
    ...['a', 'b', 'c', 'd'].map((variant) => edge(`end.${variant}.x`, 'last.x', 'break')),
  ],
});

/** By name; created on demand, because the large ones are slow. */
export const generatedSet: Readonly<Record<string, () => DagStructure>> = {
  'nothing at all': () => structure({}),
  'one vertex': () => chain(1),
  'a dangling entry group': () => dangling,
  'an unfinished build': () => unfinished,
  'a document review': () => documentReview,
  'odd names and all kinds': () => oddNames,
  'long names of ports': () => longPorts,
  'two hundred ports': () => wide,
  'two hundred edges from one vertex': () => manyPorts,
  'loops and parallel edges': () => loops,
  'the same edge four times': () =>
    structure({ edges: ['normal', 'normal', 'static', 'normal'].map((kind) => edge('a.ok.x', 'b.x', kind)) }),
  'two vertices': () => chain(2),
  'a chain of 12': () => chain(12),
  'a tangle of 20': () => tangle(20, 40),
  '60 vertices in parts': () => islands(60),
  '60 in layers': () => market(10, 6),
  'a fan of 100': () => fan(100),
  'a tangle of 100': () => tangle(100, 300),
  'a tangle without reach': () => tangle(300, 900, 300),
  '320 in layers': () => market(32, 10),
  'a chain of 1,000': () => chain(1000),
  'a fan of 1,000': () => fan(1000),
  '1,000 vertices in parts': () => islands(1000),
  'a tangle of 1,000': () => tangle(1000, 3000),
  '5,000 vertices': () => tangle(5000, 15_000),
};
