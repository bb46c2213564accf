// Payments, an execution's ledger, and priority-fee events (spec 2.12, 2.13, 4.4).
import { ContractError } from '@/lib/contract/errors';
import type { LedgerEvent, Payment } from '@/lib/contract/payments';
import type { PriorityFeeEvent } from '@/lib/contract/payments';
import type { Handlers } from '@/lib/index-service/http/handlers';
import {
  asNumber,
  conditions,
  createdWithin,
  entryOf,
  list,
  NEWEST_OBJECTS,
  NEWEST_RECORDS,
  shownRows,
} from '@/lib/index-service/store/listing';

import { payments } from './payments';
import { priorityFeeEvents } from './priority-fee-events';

const SELECT = `t.key as payment_object_id, t.execution_object_id, t.agent_object_id, t.skill_id, t.interface_revision, t.funder, t.source_kind,
  t.final_state, t.refund_reason, t.consumed_total, t.gas_budget_mist, t.locked_budget_mist, t.max_budget_mist,
  t.priority_fee_percentage, t.priority_fee_reserve_mist, t.created_at, t.updated_at, created.onchain_at as onchain_created_at`;
const JOINS = entryOf('t.created_entry_id', 'created');
const SHOWN = shownRows(payments).sql();

const PAYMENT_OF = `(select p.key from payments p where p.execution_object_id = t.execution_object_id order by p.first_entry_id desc limit 1)`;

export const paymentHandlers = {
  'payments.list': ({ db, query }) =>
    list<Payment>(db, {
      select: SELECT,
      from: 'payments',
      joins: JOINS,
      where: createdWithin(shownRows(payments), query)
        .and('t.final_state = ?', query.final_state, 'final_state')
        .and('t.source_kind = ?', query.source_kind, 'source_kind')
        .and('t.execution_object_id = ?', query.execution_object_id)
        .and('t.agent_object_id = ?', query.agent_object_id, 'agent_object_id')
        .and('t.funder = ?', query.funder, 'funder'),
      order: NEWEST_OBJECTS,
      page: query,
    }),
  'payments.get': async ({ db, params }) => {
    const id = String(params['payment_object_id']);
    const [row] = await db.query<Payment>(
      `select ${SELECT} from payments t ${JOINS} where t.key = $1 and ${SHOWN}`,
      [id],
    );
    if (row === undefined) throw new ContractError('NOT_FOUND', `there is no payment ${id}`);
    return row;
  },
  'executions.payment-ledger': async ({ db, params, query }) => {
    const id = String(params['execution_object_id']);
    const [execution] = await db.query('select 1 as known from executions where key = $1', [id]);
    if (execution === undefined) throw new ContractError('NOT_FOUND', `there is no execution ${id}`);
    return list<LedgerEvent>(db, {
      select: `${asNumber('t.id')} as id, t.kind, t.tx_digest, t.created_at, coalesce(t.payment_object_id, ${PAYMENT_OF}) as payment_object_id,
        t.agent_object_id, t.skill_id, t.tool_fqn, null::text as vertex_key, t.walk_index, null::numeric as amount, t.cost, t.gas_fee_mist,
        t.priority_fee_mist, t.priority_fee_percentage, t.tool_fee_mist, t.refill_amount, t.refill_source, t.required_shortfall,
        null::text as settlement_kind, null::boolean as was_refunded`,
      from: 'payment_ledger',
      where: conditions().and('t.execution_object_id = ?', id).and('t.kind = ?', query.kind),
      order: NEWEST_RECORDS,
      page: query,
    });
  },
  'priority-fees.events': ({ db, query }) =>
    list<PriorityFeeEvent>(db, {
      select: `${asNumber('t.id')} as id, t.kind, t.vault_object_id, t.leader_cap_id, t.amount, t.us_in, t.us_refunded, t.sui_out, t.tx_digest, t.created_at`,
      from: 'priority_fee_events',
      where: shownRows(priorityFeeEvents),
      order: NEWEST_RECORDS,
      page: query,
    }),
} satisfies Handlers;
