'use client';
import Link from 'next/link';
import { AmountFacts, IdFacts, TimeFacts } from '@/components/record/fact-values';
import { RelatedEvents } from '@/components/record/event-list';
import { ListingTable, type List } from '@/components/listing/listing-table';
import { RecordPage } from '@/components/record/record-page';
import { RecordTabs } from '@/components/record/record-tabs';
import { Fact, Facts } from '@/components/values/facts';
import { PanelBoundary } from '@/components/ui/error-panel';
import { TextLink } from '@/components/ui/plain-link';
import { Tip } from '@/components/ui/tip';
import { Id } from '@/components/values/id';
import { isDigest } from '@/lib/contract/ids';
import { Maybe } from '@/components/values/maybe';
import { Status } from '@/components/values/status';
import { Term } from '@/components/values/term';
import { eventsAboutQuery } from '@/lib/client/queries/events-about-query';
import { families, type EventKind } from '@/lib/contract/event-kinds/catalogue';
import type { Leader, StakeEvent, SuspensionSkip } from '@/lib/contract/leaders';
import { groupDigits } from '@/lib/view/amount';
import { nullReason } from '@/lib/view/null-reasons';
import { fees, leaders } from '@/lib/view/paths';
import { StateEvent } from '@/app/(console)/leaders/stake-cells';
import { StakeOverTime } from './stake-over-time';
import { Stakers } from './stakers';
import { columnsOf } from '@/components/listing/row-columns';
import { rowKey } from '@/lib/view/row-key';
import { statusWords } from '@/lib/view/status';

const stake = columnsOf<StakeEvent>('stakeEvent');

const stakeEventList: List<'leaders.stake-events'> = {
  name: 'leaders.stake-events',
  noun: { singular: 'stake event', plural: 'stake events' },
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
/** A claim token is the digest of a transaction; an index may write it in another form. */
const tokenId = (token: string) => <Id family="transaction" value={token} link={isDigest(token)} />;

const suspensionSkipList: List<'leaders.suspension-skips'> = {
  name: 'leaders.suspension-skips',
  noun: { singular: 'refused suspension', plural: 'refused suspensions' },
  columns: [
    skip.indexed(),
    skip.value('attempted_claim_token', 'Token presented', { bar: 'w-28' }, tokenId),
    skip.value('owner_claim_token', 'Token on record', { bar: 'w-28' }, tokenId),
    skip.transaction({ wide: true }),
  ],
  labels: {},
  rowId: rowKey,
};

/** The kinds whose events mention a leader cap. */
const KINDS = [
  ...Object.keys({ ...families.leader, ...families.staking, ...families['priority-fee'] }),
  'SubmissionFailureEvidenceRecordedEvent',
] as EventKind[];

const LOWER_BOUND = (
  <Tip
    className="cursor-help border-b border-dotted border-line-strong"
    tip="Complete only if the index saw the whole history of this cap"
  >
    lower bound
  </Tip>
);

function LeaderFacts({ leader }: { leader: Leader }) {
  return (
    <Facts>
      <Fact label="Status since">
        <StateEvent only="since" leader={leader} />
      </Fact>
      <Fact label="Set by">
        <StateEvent only="transaction" leader={leader} />
      </Fact>
      <Fact label="Kind">{leader.is_founding ? 'founding' : 'issued'}</Fact>
      <AmountFacts
        record="leader"
        row={leader}
        fields={{
          stake_pool_total: (
            <>
              <Term of="stake">Pooled stake</Term>, {LOWER_BOUND}
            </>
          ),
        }}
      />
      <Fact
        label={
          <>
            <Term>Shares</Term>, {LOWER_BOUND}
          </>
        }
      >
        {groupDigits(leader.stake_total_shares)}
      </Fact>
      <IdFacts
        record="leader"
        row={leader}
        fields={{
          leader_address: ['Operator', 'address'],
          network_object_id: ['Network', 'object'],
          registry_object_id: ['Registry', 'object'],
        }}
      />
      <Fact label="Claim token">
        <Maybe value={leader.claim_token} reason={nullReason('leader', 'claim_token', leader)}>
          {tokenId}
        </Maybe>
      </Fact>
      <IdFacts
        record="leader"
        row={leader}
        fields={{
          claimed_tx_digest: ['Claimed in', 'transaction'],
          issued_tx_digest: ['Issued in', 'transaction'],
        }}
      />
      <Fact label="Priority fees">
        <TextLink href={fees({ leader_cap_id: leader.leader_cap_id })}>Deposits and withdrawals</TextLink>
      </Fact>
      <Fact label="First seen in">
        <Id family="transaction" value={leader.created_tx_digest} />
      </Fact>
      <TimeFacts row={leader} reason={nullReason('leader', 'onchain_created_at', leader)} />
    </Facts>
  );
}

function Records({ leader }: { leader: Leader }) {
  const { leader_cap_id } = leader;
  return (
    <RecordTabs
      label="Records of this leader"
      tabs={[
        {
          value: 'stake',
          title: 'Stake events',
          content: (
            <>
              <PanelBoundary name="the stake history">
                <StakeOverTime leader={leader} />
              </PanelBoundary>
              <h2 className="mt-4 mb-2 font-semibold">Stake events</h2>
              <ListingTable
                {...stakeEventList}
                params={{ leader_cap_id }}
                empty="No stake events indexed for this leader"
              />
            </>
          ),
        },
        {
          value: 'stakers',
          title: 'Stakers',
          content: <Stakers leader_cap_id={leader_cap_id} />,
        },
        {
          value: 'skips',
          title: 'Refused suspensions',
          content: (
            <>
              <p className="mb-2.5 text-2">
                Shutdown suspensions refused because the claim token didn&apos;t match. They change nothing in
                the leader&apos;s state.
              </p>
              <ListingTable {...suspensionSkipList} params={{ leader_cap_id }} />
            </>
          ),
        },
        {
          value: 'events',
          title: 'Events',
          content: <RelatedEvents search={eventsAboutQuery(KINDS, leader_cap_id)} noun="leader" />,
        },
      ]}
    />
  );
}

export function LeaderDetail({ leader_cap_id }: { leader_cap_id: string }) {
  return (
    <RecordPage
      name="leaders.get"
      params={{ leader_cap_id }}
      noun="leader"
      crumb={<Link href={leaders()}>Leaders</Link>}
      note={(leader) => <Status value={leader.status} reason={nullReason('leader', 'status', leader)} />}
    >
      {(leader) => (
        <>
          <LeaderFacts leader={leader} />
          <Records leader={leader} />
        </>
      )}
    </RecordPage>
  );
}
