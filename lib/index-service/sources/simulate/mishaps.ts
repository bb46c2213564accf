// Occasional failures of an execution (spec 11.3): in which execution, at which step, with which message.
import type { Random } from './random';

export interface Mishap {
  kind: 'takeover' | 'unconfirmed' | 'tool_failure' | 'rejected' | 'expired' | 'shortfall';
  /** The commit of the execution that it strikes, counted from 0. */
  step: number;
  reason: string;
  /** The second leader reports the same failure again. */
  twice: boolean;
}

const WORDS: Readonly<Record<Mishap['kind'], readonly string[]>> = {
  takeover: [
    'primary leader did not submit within its window',
    'primary leader submitted after its window had closed',
  ],
  unconfirmed: ['secondary leader did not confirm before the deadline'],
  tool_failure: [
    'upstream answered 503 three times',
    'the answer does not fit the port contract of the tool',
    'tool closed the connection before the answer was complete',
    'quota of the upstream provider is used up until midnight UTC',
  ],
  rejected: [
    'signature does not match the active key of the tool',
    'verifier found a result from an older request',
  ],
  expired: ['no leader submitted a result before the deadline'],
  shortfall: [''],
};

const SHARES: readonly (readonly [Mishap['kind'], number])[] = [
  ['takeover', 0.04],
  ['unconfirmed', 0.015],
  ['tool_failure', 0.075],
  ['rejected', 0.02],
  ['expired', 0.025],
  ['shortfall', 0.04],
];

export type Wanted = Pick<Mishap, 'kind' | 'step'>;

/** Most executions have none. `wanted` is one that happens for certain. */
export function drawMishap(random: Random, vertices: number, wanted?: Wanted): Mishap | null {
  let draw = random.next();
  for (const [kind, share] of SHARES) {
    draw -= share;
    if (wanted === undefined ? draw >= 0 : kind !== wanted.kind) continue;
    return {
      kind,
      step: wanted?.step ?? random.int(0, Math.max(0, Math.min(vertices, 5) - 2)),
      reason: random.pick(WORDS[kind]),
      twice: wanted !== undefined || random.chance(0.3),
    };
  }
  return null;
}
