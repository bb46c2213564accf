// One recorded row as a sentence: what a step of the replay did.
import { truncated } from '@/lib/text/foreign-text';
import type { Moment } from '@/lib/dag/replay/recorded-run';
import { formatAmount, unitOf } from '@/lib/view/amount';
import { statusWords } from '@/lib/view/status';

const EVENTS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    InvocationAuthorizationRequired: 'requested',
    AgentVertexAuthorizationRequired: 'awaiting agent authorization',
    RequestWalkExecution: 'assigned to a leader',
    CommittedToolResult: 'result committed',
    ToolVerificationResolved: 'result verified',
    WalkAdvanced: 'settled',
    EndStateReached: 'walk succeeded',
    WalkFailed: 'walk failed',
    TerminalErrEvalRecorded: 'evaluation failed',
    WalkPendingAbort: 'abort pending',
    WalkAborted: 'aborted',
    WalkCancelled: 'cancelled',
  }),
);

type Amounts = 'required_shortfall' | 'refill_amount' | 'cost';

function placeText(vertex: string, iteration: bigint | null): string {
  return iteration === null ? vertex : `${vertex} [${iteration}]`;
}

/** Of a reason that ends a sentence. */
const MOST_SIGNS = 300;

export function momentText(moment: Moment | null): string {
  if (moment === null) return 'Before the first recorded event';
  const amount = (value: bigint | null, field: Amounts) => {
    if (value === null) return 'an unknown amount';
    const { number, unit } = formatAmount(value, unitOf('ledgerEvent', field));
    return `${number} ${unit}`;
  };
  if (moment.type === 'failure') {
    const { row } = moment;
    return `Walk ${row.walk_index}: leader failed at ${placeText(row.vertex_name, row.vertex_iteration)}: ${truncated(row.reason, MOST_SIGNS)}`;
  }
  if (moment.type === 'ledger') {
    const { row } = moment;
    if (row.kind === 'fees_recorded') return 'Fees recorded';
    if (row.kind === 'refilled') return `Payment refilled by ${amount(row.refill_amount, 'refill_amount')}`;
    if (row.kind === 'insufficient_settlement')
      return `Walk ${row.walk_index ?? '?'}: settlement underfunded by ${amount(row.required_shortfall, 'required_shortfall')}`;
    if (row.kind === 'tool_cost_snapshotted')
      return `Price of ${row.tool_fqn ?? 'a tool'} set to ${amount(row.cost, 'cost')}`;
    return `Ledger: ${statusWords(row.kind)}`;
  }
  const { row } = moment;
  const action = EVENTS.get(row.event_type) ?? row.event_type;
  const variant = row.variant === null ? '' : `, variant ${row.variant}`;
  const reason = row.failure_reason === null ? '' : `: ${truncated(row.failure_reason, MOST_SIGNS)}`;
  return `Walk ${row.walk_index}: ${placeText(row.vertex_name, row.vertex_iteration)} ${action}${variant}${reason}`;
}
