// Where walks go after one output variant of one vertex (spec 11.2, 11.3): forks, fan-outs, joins, collects and ends.
// Invariant: pure over the run's state; time, leaders' transactions and payments are in run-execution.ts.
import type { DagDesign, EdgeDesign } from './dag-designs';
import { valuesOf, type Ports } from './port-values';
import { vertexKey, walkFields, type Iteration, type Run, type Walk } from './run-state';
import { event, type ChainEvent } from './transaction';

interface Region {
  kind: 'loop' | 'fan';
  /** The vertex where the body is entered. */
  head: string;
}

function reach(edges: readonly EdgeDesign[], from: string, direction: 'down' | 'up'): Set<string> {
  const found = new Set([from]);
  // A set is iterated in order of insertion, also over what is added meanwhile.
  for (const vertex of found)
    for (const edge of edges) {
      const [near, far] = direction === 'down' ? [edge.from, edge.to] : [edge.to, edge.from];
      if (edge.kind === 'normal' && near.vertex === vertex) found.add(far.vertex);
    }
  return found;
}

/** The vertices that run in iterations: bodies of do_while loops and for_each fan-outs, which do not nest. */
export function regionsOf({ edges }: DagDesign): ReadonlyMap<string, Region> {
  const regions = new Map<string, Region>();
  for (const { from, to, kind } of edges) {
    if (kind !== 'do_while' && kind !== 'for_each') continue;
    const body = reach(edges, to.vertex, 'down');
    const back = kind === 'do_while' ? reach(edges, from.vertex, 'up') : body;
    for (const vertex of body)
      if (back.has(vertex))
        regions.set(vertex, { kind: kind === 'do_while' ? 'loop' : 'fan', head: to.vertex });
  }
  return regions;
}

interface Target {
  vertex: string;
  scope: Iteration | null;
}

/** The iteration in which a normal edge reaches its target: the same inside a region, the first when a loop is entered. */
function scopeInto({ terms }: Run, walk: Walk, vertex: string): Iteration | null {
  const regions = regionsOf(terms.design);
  const region = regions.get(vertex);
  if (region === undefined) return null;
  if (region.head === regions.get(walk.vertex)?.head) return walk.scope;
  return region.kind === 'loop' ? { iteration: 0, out_of: null } : null;
}

/** Puts what an edge carries into the port at its end; the vertices that may start by it. */
function deliver(run: Run, walk: Walk, { from, to, kind }: EdgeDesign, ports: Ports): Target[] {
  const value = ports[from.port];
  const { vertex, port } = to;
  if (value === undefined) return [];
  const put = (scope: Iteration | null, single = value): Target => {
    run.values.put(vertex, port, scope, single);
    return { vertex, scope };
  };
  switch (kind) {
    case 'normal':
      return [put(scopeInto(run, walk, vertex))];
    case 'break':
      return [put(null)];
    case 'do_while':
      return [put({ iteration: (walk.scope?.iteration ?? 0) + 1, out_of: null })];
    case 'static':
      put(null);
      return [];
    case 'collect': {
      const complete = walk.scope !== null && run.values.gather(vertex, port, walk.scope, value);
      return complete ? [{ vertex, scope: null }] : [];
    }
    case 'for_each': {
      const values = valuesOf(value);
      return values.map((item, iteration) => put({ iteration, out_of: values.length }, { one: item }));
    }
  }
}

/** Whether a vertex has all of its values and was not started before; if so, it counts as started. */
function start(run: Run, { vertex, scope }: Target): boolean {
  const key = vertexKey(vertex, scope);
  if (run.started.has(key) || run.values.inputs(vertex, scope) === null) return false;
  run.started.add(key);
  return true;
}

function newWalk(run: Run, target: Target, leaders: Walk['leaders']): Walk {
  const index = run.walks.length;
  const walk: Walk = { index, ...target, phase: 'requested', leaders, lock: null, failure: null };
  run.walks.push(walk);
  return walk;
}

/** The walks with which an execution begins: one for each vertex that has all its values from the entry group and the defaults. */
export function enter(run: Run, leaders: Walk['leaders']): Walk[] {
  return Object.keys(run.terms.design.vertices)
    .map((vertex) => ({ vertex, scope: null }))
    .filter((target) => start(run, target))
    .map((target) => newWalk(run, target, leaders));
}

/** A walk continues along the edges of the variant that its vertex returned, or ends. `requested`: whose invocation comes next. */
export function advance(
  run: Run,
  walk: Walk,
  variant: string,
  ports: Ports,
): { happened: ChainEvent; requested: Walk[] } {
  const { edges, outputs } = run.terms.design;
  const leaving = edges.filter(({ from }) => from.vertex === walk.vertex && from.variant === variant);
  const fields = { ...walkFields(run, walk), variant: { name: variant } };
  if (leaving.length === 0) {
    const declared = outputs
      .filter((output) => output.vertex === walk.vertex && output.variant === variant)
      .map(({ port }) => port);
    const carried = Object.fromEntries(
      declared.flatMap((port) => (ports[port] ? [[port, ports[port]]] : [])),
    );
    walk.phase = 'ended';
    run.succeeded = true;
    return {
      happened: event('EndStateReached', { ...fields, variant_ports_to_data: carried }),
      requested: [],
    };
  }
  const happened = event('WalkAdvanced', { ...fields, variant_ports_to_data: ports });
  const ready = leaving
    .flatMap((edge) => deliver(run, walk, edge, ports).map((target) => ({ edge, target })))
    .filter(({ target }) => start(run, target));
  // The walk itself continues to one target; other walks take the rest, and each element of a fan-out.
  const onward = ready.find(({ edge }) => edge.kind !== 'for_each');
  if (onward === undefined) walk.phase = 'ended';
  const requested = ready.map((delivery) => {
    if (delivery !== onward) return newWalk(run, delivery.target, walk.leaders);
    walk.vertex = delivery.target.vertex;
    walk.scope = delivery.target.scope;
    walk.phase = 'requested';
    return walk;
  });
  return { happened, requested };
}
