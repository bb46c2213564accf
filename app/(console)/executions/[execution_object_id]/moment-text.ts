// One recorded row in a line: what a step of the replay did.
import type { Moment } from '@/lib/dag/replay/recorded-run';
import { formatAmount } from '@/lib/view/amount';
import { statusWords } from '@/lib/view/status';
import { unitOf } from '@/lib/view/units';

const EVENTS: Readonly<Record<string, string>> = {
  InvocationAuthorizationRequired: 'is asked for',
  AgentVertexAuthorizationRequired: 'needs the proof of its agent',
  RequestWalkExecution: 'is handed to a leader',
  CommittedToolResult: 'has a committed result',
  ToolVerificationResolved: 'had its result verified',
  WalkAdvanced: 'answered',
  EndStateReached: 'ended its walk',
  WalkFailed: 'failed its walk',
  TerminalErrEvalRecorded: 'failed its evaluation',
  WalkPendingAbort: 'waits to be aborted',
  WalkAborted: 'was aborted',
  WalkCancelled: 'was cancelled',
};

type Amounts = 'required_shortfall' | 'refill_amount' | 'cost';

function placed(vertex: string, iteration: bigint | null): string {
  return iteration === null ? vertex : `${vertex} [${iteration}]`;
}

export function momentText(moment: Moment | null): string {
  if (moment === null) return 'Before the first recorded row';
  const amount = (value: bigint | null, field: Amounts) => {
    if (value === null) return 'an unknown amount';
    const { number, unit } = formatAmount(value, unitOf('ledgerEvent', field));
    return `${number} ${unit}`;
  };
  if (moment.of === 'failure') {
    const { row } = moment;
    return `Walk ${row.walk_index}: a leader failed at ${placed(row.vertex_name, row.vertex_iteration)}: ${row.reason}`;
  }
  if (moment.of === 'ledger') {
    const { row } = moment;
    if (row.kind === 'fees_recorded') return 'Fees recorded';
    if (row.kind === 'refilled') return `Payment refilled by ${amount(row.refill_amount, 'refill_amount')}`;
    if (row.kind === 'insufficient_settlement')
      return `Walk ${row.walk_index ?? '?'} could not be settled: ${amount(row.required_shortfall, 'required_shortfall')} short`;
    if (row.kind === 'tool_cost_snapshotted')
      return `Price of ${row.tool_fqn ?? 'a tool'} fixed at ${amount(row.cost, 'cost')}`;
    return `Ledger: ${statusWords(row.kind)}`;
  }
  const { row } = moment;
  const does = EVENTS[row.event_type] ?? row.event_type;
  const variant = row.variant === null ? '' : ` with ${row.variant}`;
  const reason = row.failure_reason === null ? '' : `: ${row.failure_reason}`;
  return `Walk ${row.walk_index}: ${placed(row.vertex_name, row.vertex_iteration)} ${does}${variant}${reason}`;
}
