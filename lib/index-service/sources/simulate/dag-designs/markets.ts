// Price feeds, settlement and negotiation.
import { object, one } from '@/lib/index-service/sources/simulate/port-values';
import type { DagWords } from './dag-design';

const PAIRS = ['SUI/USD', 'BTC/USD', 'ETH/USD', 'EUR/USD', 'XAU/USD'] as const;

export const marketDags: DagWords[] = [
  {
    key: 'price-feed-1',
    purpose: 'Publishes the median price of a pair to the shared feed while the venues agree.',
    vertices: {
      fetch: 'io.meridian.market.spot_quotes@2',
      middle: 'io.meridian.market.median@1',
      gate: 'io.meridian.market.deviation_gate@1',
      publish: 'net.tidewater.oracle.publish@1',
      warn: 'org.openward.notify.webhook@1',
    },
    edges: [
      'fetch.ok.quotes > middle.prices',
      'middle.ok.median > gate.median',
      'middle.ok.spread_bps > gate.spread_bps',
      'gate.within.price > publish.price',
      'gate.beyond.note > warn.message',
    ],
    entry: { _default_group: 'fetch.pair' },
    defaults: (world) => ({
      'gate.limit_bps': one(19),
      'publish.feed': object(world.id('feed/spot')),
      'warn.channel': one('market-ops'),
    }),
    outputs: 'publish.ok.update publish.ok.sequence',
    supplies: (random) => ({ 'fetch.pair': one(random.pick(PAIRS)) }),
  },
  {
    key: 'price-feed-2',
    purpose: 'Publishes the median price of a pair; every venue quote is cleaned on its own first.',
    vertices: {
      fetch: 'io.meridian.market.spot_quotes@2',
      clean: 'io.meridian.market.normalise_quote@1',
      middle: 'io.meridian.market.median@1',
      gate: 'io.meridian.market.deviation_gate@1',
      publish: 'net.tidewater.oracle.publish@1',
      warn: 'org.openward.notify.webhook@1',
    },
    edges: [
      'fetch.ok.quotes > clean.quote for_each',
      'clean.ok.price > middle.prices collect',
      'clean.stale.price > middle.prices collect',
      'middle.ok.median > gate.median',
      'middle.ok.spread_bps > gate.spread_bps',
      'gate.within.price > publish.price',
      'gate.beyond.note > warn.message',
    ],
    entry: { _default_group: 'fetch.pair' },
    defaults: (world) => ({
      'clean.max_age_s': one(30),
      'gate.limit_bps': one(18),
      'publish.feed': object(world.id('feed/spot')),
      'warn.channel': one('market-ops'),
    }),
    outputs: 'publish.ok.update publish.ok.sequence',
    supplies: (random) => ({ 'fetch.pair': one(random.pick(PAIRS)) }),
  },
  {
    key: 'spot-settlement',
    purpose: 'Matches an order at the median price and settles both legs.',
    vertices: {
      quote: 'io.meridian.market.spot_quotes@2',
      middle: 'io.meridian.market.median@1',
      match: 'net.tidewater.settlement.match@1',
      transfer: 'net.tidewater.settlement.transfer@1',
      remainder: 'org.openward.notify.webhook@1',
    },
    edges: [
      'quote.ok.quotes > middle.prices',
      'middle.ok.median > match.price',
      'match.filled.fill > transfer.fill',
      'match.partial.fill > transfer.fill',
      'match.partial.remainder > remainder.message',
    ],
    entry: { _default_group: 'quote.pair match.order' },
    defaults: () => ({ 'remainder.channel': one('dealing-desk') }),
    outputs: 'transfer.ok.receipt',
    supplies: (random) => ({
      'quote.pair': one('SUI/USD'),
      'match.order': one({
        side: random.pick(['buy', 'sell']),
        quantity: random.int(40, 9_000) * 10,
        limit: Number((3.3 + 0.25 * random.next()).toFixed(4)),
        account: `A-${random.int(1_000, 9_999)}`,
      }),
    }),
  },
  {
    key: 'freight-negotiation',
    purpose: 'Negotiates a purchase price under fixed terms and locks the agreed amount.',
    vertices: {
      open: 'com.haggle.trade.open_offer@1',
      counter: 'com.haggle.trade.counter@1',
      decide: 'com.haggle.trade.decide@1',
      lock: 'net.tidewater.escrow.lock@1',
    },
    edges: [
      'open.ok.offer > counter.offer',
      'open.ok.terms > counter.terms static',
      'open.ok.ceiling > decide.ceiling static',
      'counter.ok.offer > decide.offer',
      'decide.again.offer > counter.offer do_while',
      'decide.agreed.offer > lock.offer break',
    ],
    entry: { _default_group: 'open.item' },
    outputs: 'lock.ok.escrow',
    supplies: (random) => ({
      'open.item': one({
        article: random.pick([
          'pallet racking',
          'reefer slot RTM-GDN',
          'cold store week 41',
          'forklift lease',
        ]),
        list_price: random.int(9, 140) * 100,
        units: random.int(1, 12),
      }),
    }),
  },
];
