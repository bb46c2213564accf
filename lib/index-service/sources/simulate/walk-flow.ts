// Where walks go after one output variant of one vertex (spec 11.2, 11.3): forks, fan-outs, joins, collects and ends.
// Invariant: pure over the run's state; time, leaders' transactions and payments are in run-execution.ts.
import type { EdgeDesign } from './dag-designs/dag-design';
import { valuesOf, type Ports } from './port-values';
import { place, type Run, type Walk } from './run-state';
import { event, type Happening } from './transaction';
import type { Iteration } from './walk-values';

interface Target {
  vertex: string;
  scope: Iteration | null;
  /** An element of a fan-out: always a walk of its own. */
  fanned: boolean;
}

export interface Flow {
  events: Happening[];
  /** The walks whose invocation is requested next, in order. */
  requested: Walk[];
}

const nameOf = ({ vertex, scope }: Pick<Target, 'vertex' | 'scope'>) => `${vertex}#${scope?.iteration ?? ''}`;

/** The iteration in which a normal edge reaches its target: the same inside a region, the first when a loop is entered. */
function scopeInto(run: Run, walk: Walk, vertex: string): Iteration | null {
  const region = run.regions.get(vertex);
  if (region === undefined) return null;
  if (region.head === run.regions.get(walk.vertex)?.head) return walk.scope;
  return region.kind === 'loop' ? { iteration: 0, out_of: null } : null;
}

function deliver(run: Run, walk: Walk, edge: EdgeDesign, ports: Ports): Target[] {
  const value = ports[edge.from.port];
  const { vertex, port } = edge.to;
  if (value === undefined) return [];
  const put = (scope: Iteration | null): Target[] => {
    run.values.put(vertex, port, scope, value);
    return [{ vertex, scope, fanned: false }];
  };
  switch (edge.kind) {
    case 'normal':
      return put(scopeInto(run, walk, vertex));
    case 'break':
      return put(null);
    case 'do_while':
      return put({ iteration: (walk.scope?.iteration ?? 0) + 1, out_of: null });
    case 'static':
      run.values.put(vertex, port, null, value);
      return [];
    case 'collect':
      return walk.scope !== null && run.values.gather(vertex, port, walk.scope, value)
        ? [{ vertex, scope: null, fanned: false }]
        : [];
    case 'for_each': {
      const values = valuesOf(value);
      return values.map((item, iteration) => {
        const scope = { iteration, out_of: values.length };
        run.values.put(vertex, port, scope, { one: item });
        return { vertex, scope, fanned: true };
      });
    }
  }
}

/** A new walk at a vertex, or null when the vertex still waits for a value or was started before. */
function startable(run: Run, target: Target): boolean {
  if (run.started.has(nameOf(target)) || run.values.inputs(target.vertex, target.scope) === null)
    return false;
  run.started.add(nameOf(target));
  return true;
}

function newWalk(run: Run, { vertex, scope }: Target, leaders: Walk['leaders']): Walk {
  const walk: Walk = { index: run.walks.length, vertex, scope, phase: 'requested', leaders, lock: null };
  run.walks.push(walk);
  return walk;
}

/** The walks with which an execution begins: one for each vertex that has all its values from the entry group and the defaults. */
export function enter(run: Run, vertices: Iterable<string>, leaders: Walk['leaders']): Walk[] {
  return [...vertices]
    .map((vertex) => ({ vertex, scope: null, fanned: false }))
    .filter((target) => startable(run, target))
    .map((target) => newWalk(run, target, leaders));
}

/** A walk goes on along the edges of the variant that its vertex returned; all of its ports are recorded. */
export function advance(run: Run, walk: Walk, variant: string, ports: Ports): Flow {
  const { design } = run.terms;
  const edges = design.edges.filter(({ from }) => from.vertex === walk.vertex && from.variant === variant);
  if (edges.length === 0) {
    const declared = design.outputs.filter(
      (output) => output.vertex === walk.vertex && output.variant === variant,
    );
    const carried: Ports = {};
    for (const { port } of declared) if (ports[port] !== undefined) carried[port] = ports[port];
    const happening = event('EndStateReached', {
      ...place(run, walk),
      variant: { name: variant },
      variant_ports_to_data: carried,
    });
    walk.phase = 'ended';
    run.succeeded = true;
    return { events: [happening], requested: [] };
  }
  const happening = event('WalkAdvanced', {
    ...place(run, walk),
    variant: { name: variant },
    variant_ports_to_data: ports,
  });
  const ready = edges
    .flatMap((edge) => deliver(run, walk, edge, ports))
    .filter((target) => startable(run, target));
  const onward = ready.find(({ fanned }) => !fanned);
  const requested = ready.map((target) => {
    if (target !== onward) return newWalk(run, target, walk.leaders);
    walk.vertex = target.vertex;
    walk.scope = target.scope;
    walk.phase = 'requested';
    return walk;
  });
  if (onward === undefined) walk.phase = 'ended';
  return { events: [happening], requested };
}
