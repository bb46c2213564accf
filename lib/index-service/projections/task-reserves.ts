// The prepaid reserve of a task (spec 10.1), as of its last payment event.
import { objectProjection } from './projection';

export const taskReserves = objectProjection({
  table: 'task_reserves',
  columns: { balance_mist: 'whole?', funder: 'text?' },
  indexes: [],
  kinds: [
    'TaskPaymentReserveRefilledEvent',
    'TaskPaymentReserveCanceledEvent',
    'TaskExecutionPaymentCreatedEvent',
    'TaskExecutionPaymentFinalizedEvent',
  ],
  keysOf: (event) => [event.payload.task_id],
  evolve(row, event) {
    const balance_mist = event.payload.remaining_funds;
    if (event.kind === 'TaskExecutionPaymentFinalizedEvent') return { ...row, balance_mist };
    const source = event.payload.source_kind;
    return { balance_mist, funder: source.variant === 'UserFunded' ? source.user : null };
  },
});
