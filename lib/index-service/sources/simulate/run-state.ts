// The state of one execution while it runs.
// Invariant: a walk is in one phase; an `ended` walk never acts again, even if its agenda has entries left.
import type { DagDesign } from './dag-designs/dag-design';
import type { World } from './ids';
import type { Ledger } from './payments';
import type { Random } from './random';
import type { Region } from './regions';
import type { Iteration, WalkValues } from './walk-values';

export interface Leader {
  cap: string;
  wallet: string;
}

/** What runs and for whom: everything that is known before the first walk. */
export interface RunTerms {
  world: World;
  /** Unique; ids and digests of the run derive from it. */
  name: string;
  design: DagDesign;
  dag: string;
  execution: string;
  payment: string;
  agent_id: string;
  skill_id: number;
  interface_revision: number;
  task_id: string;
  occurrence_id: number;
  invoker: string;
  source_kind: { variant: 'UserFunded'; user: string } | { variant: 'AgentFunded'; agent_id: string };
  /** The two leaders named for a request, by stake, among those eligible then. */
  rank(at: number, random: Random): readonly [Leader, Leader];
}

export interface Lock {
  invocation: string;
  tool_fqn: string;
  policy: string;
  sources: readonly string[];
  amount: bigint;
}

export interface Walk {
  index: number;
  vertex: string;
  scope: Iteration | null;
  phase: 'requested' | 'locked' | 'committed' | 'pending_abort' | 'ended';
  leaders: readonly [Leader, Leader];
  lock: Lock | null;
}

export interface Run {
  terms: RunTerms;
  random: Random;
  ledger: Ledger;
  values: WalkValues;
  regions: ReadonlyMap<string, Region>;
  walks: Walk[];
  /** Vertices (with their iteration) that were started: none starts twice. */
  started: Set<string>;
  commits: number;
  failed: boolean;
  succeeded: boolean;
  aborted: boolean;
}

export function runtimeVertex({ vertex, scope }: Pick<Walk, 'vertex' | 'scope'>): Record<string, unknown> {
  return scope === null
    ? { variant: 'Plain', vertex: { name: vertex } }
    : { variant: 'WithIterator', vertex: { name: vertex }, iteration: scope.iteration, out_of: scope.out_of };
}

/** The four fields that every event of a walk carries. */
export function place(run: Run, walk: Walk): Record<string, unknown> {
  const { dag, execution } = run.terms;
  return { dag, execution, walk_index: walk.index, vertex: runtimeVertex(walk) };
}

export const isActive = (walk: Walk) => walk.phase !== 'ended';
