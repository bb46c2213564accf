// The state of one execution while it runs: its walks, and the values that its input ports hold by iteration.
// Invariant: a walk is in one phase, and an `ended` walk never acts again; a vertex may run once each input port has a value.
import { toolAt, type DagDesign } from './dag-designs';
import type { Leader, LeaderRanking } from './leaders';
import { createLedger, type Ledger, type PaymentTerms } from './payments';
import { valuesOf, type PortData, type Ports } from './port-values';
import type { Random, World } from './world';

/** What runs and for whom: everything that is known before the first walk. */
export interface RunTerms extends PaymentTerms {
  world: World;
  rank: LeaderRanking;
  /** Unique; ids and digests of the run derive from it. */
  name: string;
  design: DagDesign;
  dag: string;
  task_id: string;
  occurrence_id: number;
  invoker: string;
}

/** What goes wrong in an execution. */
export interface Failure {
  kind: 'takeover' | 'unconfirmed' | 'tool_failure' | 'rejected' | 'expired' | 'shortfall';
  /** The commit of the execution that it strikes, counted from 0. */
  step: number;
  reason: string;
  /** The second leader reports the same failure again. */
  twice: boolean;
}

/** An iteration of a loop (`out_of` is null: not known in advance) or of a fan-out. */
export interface Iteration {
  iteration: number;
  out_of: number | null;
}

export interface Walk {
  index: number;
  vertex: string;
  scope: Iteration | null;
  phase: 'requested' | 'locked' | 'committed' | 'pending_abort' | 'ended';
  leaders: readonly [Leader, Leader];
  /** The locked invocation of its tool. */
  lock: { invocation: string; policy: string; sources: readonly string[]; amount: bigint } | null;
  /** What goes wrong with this call. */
  failure: Failure | null;
}

export interface Run {
  terms: RunTerms;
  random: Random;
  ledger: Ledger;
  values: WalkValues;
  walks: Walk[];
  /** Vertices (with their iteration) that were started: none starts twice. */
  started: Set<string>;
  commits: number;
  failed: boolean;
  succeeded: boolean;
  aborted: boolean;
}

/** A run before its first walk, with the values that the caller supplies for the entry group. */
export function createRun(terms: RunTerms, group: string): Run {
  const { world, design, name } = terms;
  const values = createWalkValues(design);
  const supplied = design.supplies(world.random(`${name}/input`), world);
  for (const { vertex, port } of design.entry[group] ?? []) {
    const value = supplied[`${vertex}.${port}`];
    if (value !== undefined) values.put(vertex, port, null, value);
  }
  return {
    terms,
    random: world.random(`${name}/walks`),
    ledger: createLedger(terms),
    values,
    walks: [],
    started: new Set(),
    commits: 0,
    failed: false,
    succeeded: false,
    aborted: false,
  };
}

/** A vertex in one iteration. */
export const vertexKey = (vertex: string, scope: Iteration | null) =>
  scope === null ? vertex : `${vertex}[${scope.iteration}]`;

/** The values of the input ports; those from outside a loop serve all of its iterations. */
function createWalkValues(design: DagDesign) {
  const inputs = new Map<string, Ports>();
  const gathered = new Map<string, PortData[]>();
  const put = (vertex: string, port: string, scope: Iteration | null, value: PortData): void => {
    const key = vertexKey(vertex, scope);
    inputs.set(key, { ...inputs.get(key), [port]: value });
  };
  for (const { vertex, port, value } of design.defaults) put(vertex, port, null, value);
  return {
    put,
    /** Takes one result of a fan-out for the vertex that collects; true once all `out_of` are there, in iteration order. */
    gather(vertex: string, port: string, scope: Iteration, value: PortData): boolean {
      const name = `${vertex}.${port}`;
      const results = gathered.get(name) ?? [];
      results[scope.iteration] = value;
      gathered.set(name, results);
      if (Object.keys(results).length !== scope.out_of) return false;
      put(vertex, port, null, { many: results.flatMap(valuesOf) });
      return true;
    },
    /** The inputs of a vertex, or null while one is missing. */
    inputs(vertex: string, scope: Iteration | null): Ports | null {
      const ports = { ...inputs.get(vertex), ...inputs.get(vertexKey(vertex, scope)) };
      const ready = toolAt(design, vertex).inputs.every(({ port_name }) => ports[port_name] !== undefined);
      return ready ? ports : null;
    },
  };
}
type WalkValues = ReturnType<typeof createWalkValues>;

export function runtimeVertex({ vertex, scope }: Walk): Record<string, unknown> {
  return scope === null
    ? { variant: 'Plain', vertex: { name: vertex } }
    : { variant: 'WithIterator', vertex: { name: vertex }, ...scope };
}

/** The four fields that every event of a walk carries. */
export function walkFields({ terms }: Run, walk: Walk): Record<string, unknown> {
  const { dag, execution_id } = terms;
  return { dag, execution: execution_id, walk_index: walk.index, vertex: runtimeVertex(walk) };
}
