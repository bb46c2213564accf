// DAGs of our own design for the browser tests: together all six edge kinds, two entry groups, parallel edges, names beyond ASCII, one vertex alone.
import type { DagEdge, DagVertex } from '@/lib/contract/dags';
import { objectIdOf, type Blueprint } from './building-events';

/** `vertex.variant.port > vertex.port`, as people write it. */
function edge(text: string, kind: DagEdge['kind'] = 'normal'): DagEdge {
  const [from = '', to = ''] = text.split(' > ');
  const [vertex = '', variant = '', port = ''] = from.split('.');
  const [target = '', input = ''] = to.split('.');
  return { from: { vertex, variant, port }, to: { vertex: target, port: input }, kind };
}

const offChain = (name: string, tool_fqn: string): DagVertex => ({ name, kind: 'off_chain', tool_fqn });
const onChain = (name: string, tool_fqn: string): DagVertex => ({ name, kind: 'on_chain', tool_fqn });
const port = (text: string) => {
  const [vertex = '', name = ''] = text.split('.');
  return { vertex, port: name };
};

/** Claims of a flood: fan out over the claims, gather, haggle until the adjuster agrees, pay. */
const claims: Blueprint = {
  object_id: objectIdOf('claims review'),
  vertices: [
    offChain('intake', 'xyz.claims.intake@1'),
    offChain('policy', 'xyz.claims.policy-terms@2'),
    offChain('assess', 'xyz.vision.damage-score@3'),
    offChain('summarise', 'xyz.llm.summary@1'),
    offChain('offer', 'xyz.claims.offer@1'),
    offChain('adjuster', 'xyz.claims.adjuster@1'),
    onChain('payout', 'xyz.treasury.payout@4'),
  ],
  edges: [
    edge('intake.ok.claims > assess.claim', 'for_each'),
    edge('assess.ok.score > summarise.scores', 'collect'),
    edge('summarise.ok.total > offer.amount'),
    edge('policy.ok.terms > offer.terms', 'static'),
    edge('offer.ok.proposal > adjuster.proposal'),
    edge('adjuster.raise.counter > offer.amount', 'do_while'),
    edge('adjuster.accept.sum > payout.amount', 'break'),
  ],
  entry_groups: [
    { name: 'by_batch', ports: [port('intake.batch'), port('policy.product')] },
    { name: 'by_case', ports: [port('intake.case'), port('policy.product')] },
  ],
  default_values: [{ ...port('payout.currency'), value: { one: { kind: 'data', data: 'SUI' } } }],
  output_variants: [{ vertex: 'payout', variant: 'ok', port: 'receipt' }],
};

/** Three parallel edges between one pair, from three variants; names with spaces and beyond ASCII. */
const routes: Blueprint = {
  object_id: objectIdOf('routes'),
  vertices: [
    offChain('Wetter prüfen', 'xyz.weather.forecast@1'),
    offChain('路線 plan', 'xyz.travel.route@2'),
  ],
  edges: [
    edge('Wetter prüfen.clear.report > 路線 plan.forecast'),
    edge('Wetter prüfen.rain.report > 路線 plan.forecast'),
    edge('Wetter prüfen.storm.warning > 路線 plan.detour reason'),
  ],
  entry_groups: [{ name: '_default_group', ports: [port('Wetter prüfen.place')] }],
  default_values: [],
  output_variants: [{ vertex: '路線 plan', variant: 'ok', port: 'itinerary' }],
};

const alone: Blueprint = {
  object_id: objectIdOf('alone'),
  vertices: [onChain('settle', 'xyz.oracle.settle@1')],
  edges: [],
  entry_groups: [{ name: '_default_group', ports: [port('settle.price')] }],
  default_values: [],
  output_variants: [],
};

/** Twelve vertices, as wide as it is long: what the speed of a first view is measured on. */
export const twelve: Blueprint = {
  object_id: objectIdOf('twelve'),
  vertices: Array.from({ length: 12 }, (_, index) =>
    offChain(`step_${index}`, `xyz.pipeline.step@${index + 1}`),
  ),
  edges: Array.from({ length: 11 }, (_, index) =>
    edge(`step_${Math.floor(index / 2)}.ok.out > step_${index + 1}.in`),
  ),
  entry_groups: [{ name: '_default_group', ports: [port('step_0.in')] }],
  default_values: [],
  output_variants: [],
};

export const blueprints: Readonly<Record<string, Blueprint>> = { claims, routes, alone, twelve };
