'use client';
import { useQuery } from '@tanstack/react-query';
import { Fact, Facts } from '@/components/values/facts';
import { Unread } from '@/components/shell/read-failure';
import { Amount } from '@/components/values/amount';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import { unitOf } from '@/lib/view/amount';
import { nullReason } from '@/lib/view/null-reasons';
import { leaderRegistryReasons } from '@/lib/view/null-reasons/leaders';
import { formatDuration } from '@/lib/view/time';
import { NOT_ALL_CAPS, pooledStakeOf, pooledStakeQuery } from './stake-cells';
import { Tip } from '@/components/ui/tip';

function PooledStake() {
  const { data, error } = useQuery(pooledStakeQuery);
  if (data === undefined) return <Unread error={error} />;
  const unit = unitOf('leader', 'stake_pool_total');
  return <Amount value={pooledStakeOf(data)} unit={unit} reason={NOT_ALL_CAPS} rounded />;
}

/** The staking policy and the stake of all leaders. A value that fails doesn't hide the others. */
export function RegistryFacts() {
  const { data, error } = useQuery(endpointQuery('leaders.registry', {}));
  const policy = (field: 'min_stake_us' | 'max_transaction_budget' | 'unbonding_duration_ms') => {
    if (data === undefined) return <Unread error={error} />;
    const value = data[field];
    const reason = nullReason(leaderRegistryReasons, field, data);
    if (typeof value === 'number') return <span title={`${value} ms`}>{formatDuration(value)}</span>;
    return <Amount value={value} unit={unitOf('leaderRegistry', field)} reason={reason} />;
  };
  return (
    <Facts>
      <Fact
        label={
          <>
            Pooled stake:{' '}
            <Tip
              className="cursor-help border-b border-dotted border-line-strong"
              tip="Sum of indexed stake; complete only if the index has the full history of each leader cap."
            >
              lower bound
            </Tip>
          </>
        }
      >
        <PooledStake />
      </Fact>
      <Fact label="Minimum stake">{policy('min_stake_us')}</Fact>
      <Fact label="Max transaction budget">{policy('max_transaction_budget')}</Fact>
      <Fact label="Unbonding">{policy('unbonding_duration_ms')}</Fact>
    </Facts>
  );
}
