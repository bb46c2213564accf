// The measures of leaders: fees, stake and turns.
import { LEADER, MISSED_REASON, STAKER, TOOL_OF_TURN } from './analyze-dimensions';
import { figure, type Measure } from './analyze-measure';
import { events, fees } from './paths';
import { percent } from './percent';

const LEADERS = {
  topic: 'Leaders',
  endpoint: 'stats.leaders',
  dimensions: { leader: LEADER },
  base: 'record',
  additive: true,
  counts: false,
} as const;
const FEES = { ...LEADERS, page: fees, bounds: ['onchain_after', 'onchain_before'] } as const;
const TURNS = {
  ...LEADERS,
  unit: 'count',
  page: events,
  bounds: ['created_after', 'created_before'],
  counts: true,
} as const;

const TURN_DIMENSIONS = { leader: LEADER, tool: TOOL_OF_TURN };
const STAKE = {
  ...TURNS,
  unit: 'us',
  dimensions: { leader: LEADER, staker: STAKER },
  counts: false,
} as const;

export const OF_LEADERS = {
  fees: {
    ...FEES,
    label: 'Fees to leaders',
    unit: 'sui',
    order: 'priority_fee_mist',
    rows: { kind: 'deposit_created' },
    value: figure<'stats.leaders'>((group) => group.priority_fee_mist),
  },
  deposits: {
    ...FEES,
    label: 'Fee deposits',
    unit: 'count',
    order: 'deposits',
    rows: { kind: 'deposit_created' },
    counts: true,
    value: figure<'stats.leaders'>((group) => group.deposits),
  },
  withdrawn: {
    ...FEES,
    label: 'Paid out to leaders',
    unit: 'us',
    order: 'withdrawn_us',
    rows: { kind: 'withdrawn' },
    value: figure<'stats.leaders'>((group) => group.withdrawn_us),
  },
  stake_deposited: {
    ...STAKE,
    label: 'Stake deposited',
    order: 'stake_deposited_us',
    rows: { kinds: 'StakeDeposited' },
    value: figure<'stats.leaders'>((group) => group.stake_deposited_us),
  },
  stake_withdrawn: {
    ...STAKE,
    label: 'Stake withdrawn',
    order: 'stake_withdrawn_us',
    rows: { kinds: 'UnstakeClaimed' },
    value: figure<'stats.leaders'>((group) => group.stake_withdrawn_us),
  },
  stake_net: {
    ...STAKE,
    label: 'Stake deposited less withdrawn',
    order: 'stake_net_us',
    rows: { kinds: 'StakeDeposited,UnstakeClaimed' },
    additive: false,
    signed: true,
    value: figure<'stats.leaders'>(({ stake_deposited_us: deposited, stake_withdrawn_us: withdrawn }) =>
      deposited === null || withdrawn === null ? null : deposited - withdrawn,
    ),
  },
  slashed: {
    ...STAKE,
    label: 'Stake slashed',
    dimensions: { leader: LEADER },
    order: 'slashed_us',
    rows: { kinds: 'StakeSlashed' },
    value: figure<'stats.leaders'>((group) => group.slashed_us),
  },
  commits: {
    ...TURNS,
    label: 'Commits',
    order: 'commits',
    rows: { turn: 'committed' },
    value: figure<'stats.leaders'>((group) => group.commits),
  },
  missed_turns: {
    ...TURNS,
    label: 'Missed turns',
    dimensions: { ...TURN_DIMENSIONS, reason: MISSED_REASON },
    order: 'missed_turns',
    rows: { turn: 'missed' },
    value: figure<'stats.leaders'>((group) => group.missed_turns),
  },
  missed_rate: {
    ...TURNS,
    label: 'Missed turn rate',
    unit: 'percent',
    order: 'missed_rate',
    rows: { turn: 'missed' },
    additive: false,
    counts: false,
    value: figure<'stats.leaders'>(({ commits, missed_turns }) =>
      percent(missed_turns, commits + missed_turns),
    ),
  },
  lost_races: {
    ...TURNS,
    label: 'Lost races',
    dimensions: TURN_DIMENSIONS,
    order: 'lost_races',
    rows: { turn: 'lost' },
    value: figure<'stats.leaders'>((group) => group.lost_races),
  },
  won_races: {
    ...TURNS,
    label: 'Won races',
    dimensions: TURN_DIMENSIONS,
    order: 'won_races',
    rows: { turn: 'won' },
    value: figure<'stats.leaders'>((group) => group.won_races),
  },
} as const satisfies Record<string, Measure>;
