// Recorded events of one execution for browser tests, line by line: a test says what happened, the rest is made up so that it decodes.
import { digestOf, objectIdOf, type Blueprint } from './building-events';

const START = Date.parse('2026-11-20T09:30:00.000Z');

export interface RunLine {
  walk: number;
  vertex: string;
  iteration?: number;
  out_of?: number;
  /** A kind of the execution family, without its suffix. */
  kind: string;
  fields?: Record<string, unknown>;
}

/** The id of the run that `recordedRun` makes called `name`. */
export const executionId = (name: string) => objectIdOf(`execution ${name}`);

function runtimeVertex({ vertex, iteration, out_of }: RunLine): object {
  return iteration === undefined
    ? { variant: 'Plain', vertex: { name: vertex } }
    : { variant: 'WithIterator', vertex: { name: vertex }, iteration, out_of: out_of ?? null };
}

/** Lines of a run on a DAG, each its own transaction, a second apart. */
export function recordedRun(
  name: string,
  dag: Pick<Blueprint, 'object_id'>,
  lines: readonly RunLine[],
): object[] {
  const execution = executionId(name);
  const common = { dag: dag.object_id, execution };
  return lines.map((line, index) => {
    const request = line.kind === 'RequestWalkExecution';
    return {
      kind: `${line.kind}Event`,
      tx_digest: digestOf(`${name} ${index}`),
      sender_address: objectIdOf('leader wallet'),
      onchain_at: new Date(START + index * 1_000).toISOString(),
      payload: {
        ...common,
        ...(line.kind === 'ExecutionFinished'
          ? {}
          : { walk_index: line.walk, [request ? 'next_vertex' : 'vertex']: runtimeVertex(line) }),
        ...(request && {
          invocation: objectIdOf(`invocation ${name} ${index}`),
          invoker: objectIdOf('invoker'),
          evaluations: objectIdOf('evaluations'),
          agent_id: objectIdOf('agent'),
          skill_id: 1,
          interface_version: 1,
          task_id: objectIdOf('task'),
          occurrence_id: 1,
        }),
        ...line.fields,
      },
    };
  });
}

export const requested = (walk: number, vertex: string, more: Partial<RunLine> = {}): RunLine => ({
  walk,
  vertex,
  kind: 'RequestWalkExecution',
  ...more,
});

export const advanced = (
  walk: number,
  vertex: string,
  variant: string,
  ports: object,
  more: Partial<RunLine> = {},
): RunLine => ({
  walk,
  vertex,
  kind: 'WalkAdvanced',
  fields: { variant: { name: variant }, variant_ports_to_data: ports },
  ...more,
});

export const failedEvaluation = (walk: number, vertex: string, err_eval_hash: string): RunLine => ({
  walk,
  vertex,
  kind: 'TerminalErrEvalRecorded',
  fields: {
    leader: objectIdOf('leader'),
    failure_class: { variant: 'TerminalToolFailure' },
    outcome: { variant: 'Terminate' },
    reason: 'the answer does not fit the port contract',
    err_eval_hash,
    duplicate: false,
  },
});

export const missedTurn = (walk: number, vertex: string, err_eval_hash: string): RunLine => ({
  walk,
  vertex,
  kind: 'SubmissionFailureEvidenceRecorded',
  fields: {
    failed_leader: objectIdOf('slow leader'),
    winning_leader: objectIdOf('quick wallet'),
    reason: 'primary leader did not submit within its window',
    err_eval_hash,
  },
});

export const one = (data: unknown) => ({ one: { kind: 'data', data } });
export const many = (...values: unknown[]) => ({ many: values.map((data) => ({ kind: 'data', data })) });
