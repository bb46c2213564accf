// Why an amount of an execution's payment is not known: a ledger that failed to be read is not one that has no rows.
import { MONEY_REASONS, NO_MONEY_KNOWN, type MoneyReasons } from '@/components/record/payment-waterfall';
import { unreadReason, type ExecutionParts } from './execution-parts';

export type MoneyParts = Pick<ExecutionParts, 'payment' | 'payments' | 'ledger'>;

export function moneyReasons({ payment, payments, ledger }: MoneyParts): MoneyReasons {
  const untold = payment === null && ledger.data?.items.length === 0 ? NO_MONEY_KNOWN : null;
  const unread = ledger.data === undefined ? unreadReason('the payment ledger', ledger) : untold;
  return {
    payment: payments.data === undefined ? unreadReason('the payments', payments) : MONEY_REASONS.payment,
    raised: unread ?? MONEY_REASONS.raised,
    fees: unread ?? MONEY_REASONS.fees,
  };
}
