// Price and settlement tools of the simulated network.
import {
  listAt,
  many,
  memberAt,
  numberAt,
  object,
  one,
  textAt,
} from '@/lib/index-service/sources/simulate/port-values';
import { chain, http, type ToolDesign } from './tool-design';

const PRICES: Readonly<Record<string, number>> = {
  'SUI/USD': 3.412,
  'BTC/USD': 104_220.5,
  'ETH/USD': 3_318.07,
  'EUR/USD': 1.0834,
  'XAU/USD': 2_731.4,
};
const VENUES = ['tidewater', 'northgate', 'kestrel', 'blue-harbour', 'orchard'] as const;
const round = (value: number) => Number(value.toPrecision(7));

export const marketTools: ToolDesign[] = [
  http(
    'io.meridian.market.spot_quotes@2',
    {
      does: 'Last traded price of a pair on the venues that answered within two seconds.',
      takes: 'pair',
      gives: { ok: 'quotes[] pair', err: 'reason' },
      price: 1.2,
      seconds: [0.5, 2.2],
      verifier: 'RegisteredKey',
    },
    ({ random, inputs }) => {
      const pair = textAt(inputs, 'pair', 'SUI/USD');
      if (random.chance(0.02))
        return { variant: 'err', ports: { reason: one('fewer than three venues answered') } };
      const middle = (PRICES[pair] ?? 1) * (0.98 + 0.04 * random.next());
      const quotes = VENUES.slice(0, random.int(3, 5)).map((venue) => ({
        venue,
        price: round(middle * (0.999 + 0.002 * random.next())),
        volume_24h: random.int(20_000, 4_000_000),
      }));
      return { variant: 'ok', ports: { quotes: many(quotes), pair: one(pair) } };
    },
  ),
  http(
    'io.meridian.market.normalise_quote@1',
    {
      does: 'Brings one venue quote to the house scale and drops quotes that are too old.',
      takes: 'quote max_age_s',
      gives: { ok: 'price', stale: 'price' },
      price: 0.2,
      seconds: [0.2, 0.9],
    },
    ({ random, inputs }) => {
      const price = memberAt(inputs, 'quote', 'price');
      return { variant: random.chance(0.06) ? 'stale' : 'ok', ports: { price: one(price ?? 1) } };
    },
  ),
  http(
    'io.meridian.market.median@1',
    {
      does: 'Median of several prices and the spread between the outer ones, in basis points.',
      takes: 'prices[]',
      gives: { ok: 'median spread_bps' },
      price: 0.3,
      seconds: [0.2, 0.7],
    },
    ({ inputs }) => {
      const found = listAt(inputs, 'prices')
        .map((item) => (typeof item === 'number' ? item : ((item as { price?: number } | null)?.price ?? 0)))
        .sort((a, b) => a - b);
      const median = found[Math.floor(found.length / 2)] ?? 0;
      const spread = median === 0 ? 0 : (((found.at(-1) ?? 0) - (found[0] ?? 0)) / median) * 10_000;
      return { variant: 'ok', ports: { median: one(median), spread_bps: one(Math.round(spread * 10) / 10) } };
    },
  ),
  http(
    'io.meridian.market.deviation_gate@1',
    {
      does: 'Lets a price through while the venues agree within a limit.',
      takes: 'median spread_bps limit_bps',
      gives: { within: 'price', beyond: 'price note' },
      price: 0.1,
      seconds: [0.2, 0.6],
    },
    ({ inputs }) => {
      const spread = numberAt(inputs, 'spread_bps', 0);
      const price = one(numberAt(inputs, 'median', 0));
      return spread <= numberAt(inputs, 'limit_bps', 15)
        ? { variant: 'within', ports: { price } }
        : { variant: 'beyond', ports: { price, note: one(`venues differ by ${spread} bps`) } };
    },
  ),
  chain(
    'net.tidewater.oracle.publish@1',
    {
      does: 'Writes a price to the shared feed object.',
      takes: 'price &feed',
      gives: { ok: '&update sequence', err: 'reason' },
      price: 0.4,
    },
    ({ world, random, call }) => ({
      variant: 'ok',
      ports: { update: object(world.id(`${call}/update`)), sequence: one(random.int(180_000, 190_000)) },
    }),
  ),
  chain(
    'net.tidewater.settlement.match@1',
    {
      does: 'Matches an order against the pool at the given price.',
      takes: 'order price',
      gives: { filled: 'fill', partial: 'fill remainder', err: 'reason' },
      price: 2.5,
    },
    ({ world, random, inputs, call }) => {
      const quantity = Number(memberAt(inputs, 'order', 'quantity') ?? 1_000);
      const price = numberAt(inputs, 'price', 3.4);
      const whole = random.chance(0.78);
      const done = whole ? quantity : Math.round(quantity * (0.3 + 0.5 * random.next()));
      const fill = one({
        pool: world.id('pool/sui-usd'),
        quantity: done,
        price,
        fee_bps: 12,
        trade: call.slice(-6),
      });
      if (random.chance(0.04))
        return { variant: 'err', ports: { reason: one('price moved past the limit') } };
      return whole
        ? { variant: 'filled', ports: { fill } }
        : { variant: 'partial', ports: { fill, remainder: one(quantity - done) } };
    },
  ),
  chain(
    'net.tidewater.settlement.transfer@1',
    {
      does: 'Moves both legs of a fill and returns the receipt object.',
      takes: 'fill',
      gives: { ok: '&receipt' },
      price: 1.1,
    },
    ({ world, call }) => ({ variant: 'ok', ports: { receipt: object(world.id(`${call}/receipt`)) } }),
  ),
  chain(
    'net.tidewater.escrow.lock@1',
    {
      does: 'Locks an agreed amount in escrow until both sides confirm delivery.',
      takes: 'offer',
      gives: { ok: '&escrow' },
      price: 1.8,
    },
    ({ world, call }) => ({ variant: 'ok', ports: { escrow: object(world.id(`${call}/escrow`)) } }),
  ),
];
