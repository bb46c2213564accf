// What the price, settlement and trade tools of the simulated network do.
import { listAt, many, memberAt, numberAt, object, one, textAt } from './port-values';
import type { ToolBehaviour } from './tools';

const PRICES: Readonly<Record<string, number>> = {
  'SUI/USD': 3.412,
  'BTC/USD': 104_220.5,
  'ETH/USD': 3_318.07,
  'EUR/USD': 1.0834,
  'XAU/USD': 2_731.4,
};
const VENUES = ['tidewater', 'northgate', 'kestrel', 'blue-harbour', 'orchard'] as const;
const round = (value: number) => Number(value.toPrecision(7));

export const marketTools: ToolBehaviour = {
  'io.meridian.market.spot_quotes@2': ({ random, inputs }) => {
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
  'io.meridian.market.normalise_quote@1': ({ random, inputs }) => {
    const price = memberAt(inputs, 'quote', 'price') ?? 1;
    return { variant: random.chance(0.06) ? 'stale' : 'ok', ports: { price: one(price) } };
  },
  'io.meridian.market.median@1': ({ inputs }) => {
    const found = listAt(inputs, 'prices')
      .map((item) => (typeof item === 'number' ? item : ((item as { price?: number } | null)?.price ?? 0)))
      .sort((a, b) => a - b);
    const median = found[Math.floor(found.length / 2)] ?? 0;
    const spread = median === 0 ? 0 : (((found.at(-1) ?? 0) - (found[0] ?? 0)) / median) * 10_000;
    return { variant: 'ok', ports: { median: one(median), spread_bps: one(Math.round(spread * 10) / 10) } };
  },
  'io.meridian.market.deviation_gate@1': ({ inputs }) => {
    const spread = numberAt(inputs, 'spread_bps', 0);
    const price = one(numberAt(inputs, 'median', 0));
    return spread <= numberAt(inputs, 'limit_bps', 15)
      ? { variant: 'within', ports: { price } }
      : { variant: 'beyond', ports: { price, note: one(`venues differ by ${spread} bps`) } };
  },
  'net.tidewater.oracle.publish@1': ({ world, random, call }) => ({
    variant: 'ok',
    ports: { update: object(world.id(`${call}/update`)), sequence: one(random.int(180_000, 190_000)) },
  }),
  'net.tidewater.settlement.match@1': ({ world, random, inputs, call }) => {
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
    if (random.chance(0.04)) return { variant: 'err', ports: { reason: one('price moved past the limit') } };
    return whole
      ? { variant: 'filled', ports: { fill } }
      : { variant: 'partial', ports: { fill, remainder: one(quantity - done) } };
  },
  'net.tidewater.settlement.transfer@1': ({ world, call }) => ({
    variant: 'ok',
    ports: { receipt: object(world.id(`${call}/receipt`)) },
  }),
  'net.tidewater.escrow.lock@1': ({ world, call }) => ({
    variant: 'ok',
    ports: { escrow: object(world.id(`${call}/escrow`)) },
  }),
  'com.haggle.trade.open_offer@1': ({ random, inputs }) => {
    const fair = Number(memberAt(inputs, 'item', 'list_price') ?? 1_200);
    return {
      variant: 'ok',
      ports: {
        offer: one({ price: Math.round(fair * 0.8), round: 0 }),
        terms: one({ incoterm: random.pick(['FCA', 'DAP', 'CIF']), currency: 'EUR', pay_within_days: 30 }),
        ceiling: one(Math.round(fair * (0.9 + 0.1 * random.next()))),
      },
    };
  },
  'com.haggle.trade.counter@1': ({ random, inputs, iteration }) => {
    const before = Number(memberAt(inputs, 'offer', 'price') ?? 1_000);
    const price = Math.round(before * (1.01 + 0.04 * random.next()));
    return { variant: 'ok', ports: { offer: one({ price, round: iteration + 1 }) } };
  },
  'com.haggle.trade.decide@1': ({ random, inputs, iteration }) => {
    const price = Number(memberAt(inputs, 'offer', 'price') ?? 0);
    const done = iteration >= 4 || price >= numberAt(inputs, 'ceiling', 0) || random.chance(0.25);
    return { variant: done ? 'agreed' : 'again', ports: { offer: inputs['offer'] ?? one({ price }) } };
  },
};
