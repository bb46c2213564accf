'use client';
import { useQuery } from '@tanstack/react-query';
import { IdFacts, TimeFacts } from '@/components/record/fact-values';
import { RelatedEvents } from '@/components/record/event-list';
import { ListingTable, type List } from '@/components/listing/listing-table';
import { usePageUrl } from '@/components/listing/use-url';
import { PeriodChoice, usePeriod } from '@/components/record/period';
import { RecordBanner, RecordPage, TechnicalDetails } from '@/components/record/record-page';
import { PlainLink } from '@/components/ui/plain-link';
import { RecordTabs } from '@/components/record/record-tabs';
import { Fact, Facts } from '@/components/values/facts';
import { PanelBoundary } from '@/components/ui/error-panel';
import { Amount } from '@/components/values/amount';
import { Id } from '@/components/values/id';
import { isDigest } from '@/lib/contract/ids';
import { Maybe } from '@/components/values/maybe';
import { Status } from '@/components/values/status';
import { Time } from '@/components/values/time';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import { eventsAboutQuery } from '@/lib/client/queries/events-about-query';
import { families, type EventKind } from '@/lib/contract/event-kinds/catalogue';
import type { Leader, StakeEvent, SuspensionSkip } from '@/lib/contract/leaders';
import { counted, groupDigits } from '@/lib/view/amount';
import { nullReason } from '@/lib/view/null-reasons';
import { leaderReasons, stakeEventReasons, suspensionSkipReasons } from '@/lib/view/null-reasons/leaders';
import { leaders } from '@/lib/view/paths';
import { StateEvent } from '@/app/(console)/leaders/stake-cells';
import { StakeOverTime } from './stake-over-time';
import { LatestTurns, MissedTurns, Performance, TurnsVerdict } from './performance';
import { stakeLedgerQuery, Stakers } from './stakers';
import { columnsOf } from '@/components/listing/row-columns';
import { rowKey } from '@/lib/view/row-key';
import { stakeHistory } from '@/lib/view/stake-history';
import { statusWords } from '@/lib/view/status';

const stake = columnsOf<StakeEvent>('stakeEvent', stakeEventReasons);

const stakeEventList: List<'leaders.stake-events'> = {
  name: 'leaders.stake-events',
  noun: { singular: 'stake event', plural: 'stake events' },
  columns: [
    stake.value('kind', 'Kind', { bar: 'w-24' }, statusWords),
    stake.time('at', 'On chain'),
    stake.id('staker', 'Staker', 'address'),
    stake.amount('amount', 'Amount, US'),
    stake.value('shares', 'Shares', { numeric: true, bar: 'w-16', extra: true }, groupDigits),
    stake.amount('pool_total', 'Pool after, US'),
    stake.time('unlock_at', 'Unlocks', { below: 'xl' }),
    stake.transaction({ below: 'lg' }),
  ],
  labels: { kind: 'Kind', staker: 'Staker' },
  rowId: rowKey,
};

const skip = columnsOf<SuspensionSkip>('suspensionSkip', suspensionSkipReasons);
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

function LeaderFacts({ leader }: { leader: Leader }) {
  return (
    <Facts className="my-0! rounded-none! border-0!">
      <Fact label="Status since">
        <StateEvent only="since" leader={leader} />
      </Fact>
      <Fact label="Set by">
        <StateEvent only="transaction" leader={leader} />
      </Fact>
      <Fact label="Kind">{leader.is_founding ? 'founding' : 'issued'}</Fact>
      <IdFacts
        reasons={leaderReasons}
        row={leader}
        fields={{
          leader_address: ['Operator', 'address'],
          network_object_id: ['Network', 'object'],
          registry_object_id: ['Registry', 'object'],
        }}
      />
      <Fact label="Claim token">
        <Maybe value={leader.claim_token} reason={nullReason(leaderReasons, 'claim_token', leader)}>
          {tokenId}
        </Maybe>
      </Fact>
      <IdFacts
        reasons={leaderReasons}
        row={leader}
        fields={{
          claimed_tx_digest: ['Claimed in', 'transaction'],
          issued_tx_digest: ['Issued in', 'transaction'],
        }}
      />
      <Fact label="Shares, lower bound">{groupDigits(leader.stake_total_shares)}</Fact>
      <Fact label="First seen in">
        <Id family="transaction" value={leader.created_tx_digest} />
      </Fact>
      <TimeFacts row={leader} reason={nullReason(leaderReasons, 'onchain_created_at', leader)} />
    </Facts>
  );
}

function Records({ leader }: { leader: Leader }) {
  const { leader_cap_id } = leader;
  const skips = useQuery(endpointQuery('leaders.suspension-skips', { leader_cap_id }));
  // Rare: no tab for none of them.
  const hasSkips = skips.data === undefined ? skips.error !== null : skips.data.items.length > 0;
  const isOpen = usePageUrl().search.get('tab') === 'skips';
  return (
    <RecordTabs
      label="Records of this leader"
      tabs={[
        {
          value: 'stake',
          title: 'Stake events',
          content: (
            <ListingTable
              {...stakeEventList}
              params={{ leader_cap_id }}
              empty="Stake events appear when stake is deposited, withdrawn or slashed."
            />
          ),
        },
        {
          value: 'missed',
          title: 'Missed turns',
          content: (
            <div className="rounded-md border border-line bg-surface">
              <MissedTurns leader={leader} />
            </div>
          ),
        },
        {
          value: 'stakers',
          title: 'Stakers',
          content: <Stakers leader_cap_id={leader_cap_id} />,
        },
        {
          value: 'events',
          title: 'Events',
          content: <RelatedEvents search={eventsAboutQuery(KINDS, leader_cap_id)} noun="leader" />,
        },
        ...(hasSkips || isOpen
          ? [
              {
                value: 'skips',
                title: 'Refused suspensions',
                content: (
                  <>
                    <p className="mb-2.5 text-2">
                      Shutdown suspensions refused because the claim token didn&apos;t match. They change
                      nothing in the leader&apos;s state.
                    </p>
                    <ListingTable {...suspensionSkipList} params={{ leader_cap_id }} />
                  </>
                ),
              },
            ]
          : []),
      ]}
    />
  );
}

/** A slash, with its amount and time, and a suspension. */
function Banner({ leader }: { leader: Leader }) {
  const { leader_cap_id, status } = leader;
  const ledger = useQuery(stakeLedgerQuery(leader_cap_id)).data?.items ?? [];
  const slashes = stakeHistory(ledger).steps.filter(({ event }) => event.kind === 'slashed');
  const last = slashes.at(-1)?.event;
  if (last === undefined && status !== 'slashed' && status !== 'suspended') return null;
  return (
    <RecordBanner tone={status === 'suspended' && last === undefined ? 'warn' : 'fail'}>
      {last !== undefined && (
        <span>
          <b className="text-fail">
            Slashed{' '}
            <Amount
              value={last.amount}
              unit="us"
              reason={nullReason(stakeEventReasons, 'amount', last)}
              rounded
            />
          </b>{' '}
          <Time
            at={last.at}
            clock="on chain"
            form="absolute"
            reason={nullReason(stakeEventReasons, 'at', last)}
          />
          {slashes.length > 1 && `, ${counted(slashes.length - 1, 'time')} before`}. No reason is recorded on
          chain.
        </span>
      )}
      {status === 'slashed' && last === undefined && (
        <span>
          <b className="text-fail">Slashed</b> <StateEvent only="author" leader={leader} />. No amount or
          reason is recorded.
        </span>
      )}
      {status === 'suspended' && (
        <span>
          <b className="text-warn">Suspended</b> <StateEvent only="author" leader={leader} />. Gets no new
          turns.
        </span>
      )}
    </RecordBanner>
  );
}

export function LeaderDetail({ leader_cap_id }: { leader_cap_id: string }) {
  const { period } = usePeriod();
  return (
    <RecordPage
      name="leaders.get"
      params={{ leader_cap_id }}
      noun="leader"
      crumb={<PlainLink href={leaders()}>Leaders</PlainLink>}
      note={(leader) => <Status value={leader.status} reason={nullReason(leaderReasons, 'status', leader)} />}
      actions={<PeriodChoice period={period} />}
      verdict={(leader) => (
        <>
          <TurnsVerdict leader_cap_id={leader_cap_id} />
          <Banner leader={leader} />
        </>
      )}
    >
      {(leader) => (
        <>
          <PanelBoundary name="the turns">
            <Performance
              leader={leader}
              latest={
                <PanelBoundary name="the latest turns">
                  <LatestTurns leader={leader} />
                </PanelBoundary>
              }
              stake={
                <PanelBoundary name="the stake history">
                  <StakeOverTime leader={leader} />
                </PanelBoundary>
              }
            />
          </PanelBoundary>
          <Records leader={leader} />
          <TechnicalDetails gist="Operator, claim token, network, shares, times">
            <LeaderFacts leader={leader} />
          </TechnicalDetails>
        </>
      )}
    </RecordPage>
  );
}
