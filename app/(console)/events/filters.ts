import type { FilterLabels } from '@/components/data-table/filter-controls';

type Labels = Omit<FilterLabels<'events.list'>, 'kinds'>;

/** Kinds have chips and a chooser of their own. */
export const eventFilterLabels: Labels = {
  sender: 'Sender',
  tx_digest: 'Transaction',
  created: 'On chain between',
};
