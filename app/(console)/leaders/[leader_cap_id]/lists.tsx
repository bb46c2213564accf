import type { List } from '@/components/listing/listing-table';
import { columnsOf } from '@/components/listing/row-columns';
import { Id } from '@/components/values/id';
import type { StakeEvent, SuspensionSkip } from '@/lib/contract/leaders';
import { groupDigits } from '@/lib/view/amount';
import { rowKey } from '@/lib/view/row-key';
import { statusWords } from '@/lib/view/status';

const stake = columnsOf<StakeEvent>('stakeEvent');

export const stakeEventList: List<'leaders.stake-events'> = {
  name: 'leaders.stake-events',
  noun: { one: 'stake event', many: 'stake events' },
  columns: [
    stake.value('kind', 'Kind', { bar: 'w-24' }, statusWords),
    stake.time('at', 'On chain'),
    stake.id('staker', 'Staker', 'address'),
    stake.amount('amount', 'Amount, US'),
    stake.value('shares', 'Shares', { numeric: true, bar: 'w-16', below: 'xl' }, groupDigits),
    stake.amount('pool_total', 'Pool after, US'),
    stake.time('unlock_at', 'Unlocks', { below: 'xl' }),
    stake.transaction({ below: 'lg' }),
  ],
  labels: { kind: 'Kind', staker: 'Staker' },
  rowId: rowKey,
};

const skip = columnsOf<SuspensionSkip>('suspensionSkip');
const tokenId = (token: string) => <Id family="object" value={token} link={false} />;

export const suspensionSkipList: List<'leaders.suspension-skips'> = {
  name: 'leaders.suspension-skips',
  noun: { one: 'refused suspension', many: 'refused suspensions' },
  columns: [
    skip.indexed(),
    skip.value('attempted_claim_token', 'Token presented', { bar: 'w-28' }, tokenId),
    skip.value('owner_claim_token', 'Token on record', { bar: 'w-28' }, tokenId),
    skip.transaction({ wide: true }),
  ],
  labels: {},
  rowId: rowKey,
};
