// What the tools of the simulated network do, by name: the output variant of a call and the values of its ports.
// A value is plain JSON (of a port with many values: a list; of one that holds an object: its id), or port data as it stands.
import { blob, listAt, memberAt, numberAt, raw, textAt, type Ports } from './port-values';
import texts from './texts.json';
import type { Random, World } from './world';

/** A tool call: its input ports and the iteration of the loop or fan-out (0 outside). */
export interface ToolCall {
  world: World;
  random: Random;
  inputs: Ports;
  iteration: number;
  /** A name that no other call has, for ids of what the call creates. */
  call: string;
}

type Behaviour = (call: ToolCall) => [variant: string, values: Readonly<Record<string, unknown>>];

const translations: Readonly<Record<string, readonly string[]>> = texts.translations;
const HOTELS = ['Hotel Miradouro', 'The Old Customs House', 'Gasthof Zur Linde', 'Pensão Alegria'] as const;
const PRICES: Readonly<Record<string, number>> = {
  'SUI/USD': 3.412,
  'BTC/USD': 104_220.5,
  'ETH/USD': 3_318.07,
  'EUR/USD': 1.0834,
  'XAU/USD': 2_731.4,
};
const VENUES = ['tidewater', 'northgate', 'kestrel', 'blue-harbour', 'orchard'] as const;

const sevenDigits = (value: number) => Number(value.toPrecision(7));
const hundredths = (value: number) => Number(value.toFixed(2));

export const behaviourOf: Readonly<Record<string, Behaviour>> = {
  'io.meridian.market.spot_quotes@2'({ random, inputs }) {
    const pair = textAt(inputs, 'pair', 'SUI/USD');
    if (random.chance(0.02)) return ['err', { reason: 'fewer than three venues answered' }];
    const middle = (PRICES[pair] ?? 1) * (0.98 + 0.04 * random.next());
    const quotes = VENUES.slice(0, random.int(3, 5)).map((venue) => ({
      venue,
      price: sevenDigits(middle * (0.999 + 0.002 * random.next())),
      volume_24h: random.int(20_000, 4_000_000),
    }));
    return ['ok', { quotes, pair }];
  },
  'io.meridian.market.normalise_quote@1': ({ random, inputs }) => [
    random.chance(0.06) ? 'stale' : 'ok',
    { price: memberAt(inputs, 'quote', 'price') ?? 1 },
  ],
  'io.meridian.market.median@1'({ inputs }) {
    const prices = listAt(inputs, 'prices')
      .map((item) => (typeof item === 'number' ? item : ((item as { price?: number } | null)?.price ?? 0)))
      .sort((a, b) => a - b);
    const median = prices[Math.floor(prices.length / 2)] ?? 0;
    const spread = median === 0 ? 0 : (((prices.at(-1) ?? 0) - (prices[0] ?? 0)) / median) * 10_000;
    return ['ok', { median, spread_bps: Math.round(spread * 10) / 10 }];
  },
  'io.meridian.market.deviation_gate@1'({ inputs }) {
    const spread = numberAt(inputs, 'spread_bps', 0);
    const price = numberAt(inputs, 'median', 0);
    return spread <= numberAt(inputs, 'limit_bps', 15)
      ? ['within', { price }]
      : ['beyond', { price, note: `venues differ by ${spread} bps` }];
  },
  'net.tidewater.oracle.publish@1': ({ world, random, call }) => [
    'ok',
    { update: world.id(`${call}/update`), sequence: random.int(180_000, 190_000) },
  ],
  'net.tidewater.settlement.match@1'({ world, random, inputs, call }) {
    const ordered = Number(memberAt(inputs, 'order', 'quantity') ?? 1_000);
    const price = numberAt(inputs, 'price', 3.4);
    const whole = random.chance(0.78);
    const quantity = whole ? ordered : Math.round(ordered * (0.3 + 0.5 * random.next()));
    const pool = world.id('pool/sui-usd');
    const fill = { pool, quantity, price, fee_bps: 12, trade: call.slice(-6) };
    if (random.chance(0.04)) return ['err', { reason: 'price moved past the limit' }];
    return whole ? ['filled', { fill }] : ['partial', { fill, remainder: ordered - quantity }];
  },
  'net.tidewater.settlement.transfer@1': ({ world, call }) => [
    'ok',
    { receipt: world.id(`${call}/receipt`) },
  ],
  'net.tidewater.escrow.lock@1': ({ world, call }) => ['ok', { escrow: world.id(`${call}/escrow`) }],
  'com.haggle.trade.open_offer@1'({ random, inputs }) {
    const fair = Number(memberAt(inputs, 'item', 'list_price') ?? 1_200);
    const offer = { price: Math.round(fair * 0.8), round: 0 };
    const terms = { incoterm: random.pick(['FCA', 'DAP', 'CIF']), currency: 'EUR', pay_within_days: 30 };
    return ['ok', { offer, terms, ceiling: Math.round(fair * (0.9 + 0.1 * random.next())) }];
  },
  'com.haggle.trade.counter@1'({ random, inputs, iteration }) {
    const before = Number(memberAt(inputs, 'offer', 'price') ?? 1_000);
    const price = Math.round(before * (1.01 + 0.04 * random.next()));
    return ['ok', { offer: { price, round: iteration + 1 } }];
  },
  'com.haggle.trade.decide@1'({ random, inputs, iteration }) {
    const price = Number(memberAt(inputs, 'offer', 'price') ?? 0);
    const done = iteration >= 4 || price >= numberAt(inputs, 'ceiling', 0) || random.chance(0.25);
    return [done ? 'agreed' : 'again', { offer: inputs['offer'] ?? { price } }];
  },

  'ai.paperlane.docs.split@1'({ random }) {
    const title = random.pick(texts.document_titles);
    const sections = Array.from({ length: random.int(2, 5) }, (_, index) => ({
      heading: ['Scope', 'Terms', 'Charges', 'Liability', 'Annex'][index],
      pages: random.int(1, 9),
    }));
    return ['ok', { sections, title }];
  },
  'ai.paperlane.docs.summarise@3'({ random, inputs }) {
    const heading = memberAt(inputs, 'section', 'heading');
    return random.chance(0.05)
      ? ['unreadable', { summary: { heading, note: 'scan below 100 dpi' } }]
      : ['ok', { summary: { heading, text: random.pick(texts.findings) } }];
  },
  'ai.paperlane.docs.merge@1': ({ inputs }) => [
    'ok',
    { report: { title: textAt(inputs, 'title', 'Untitled'), sections: listAt(inputs, 'summaries') } },
  ],
  'ai.paperlane.docs.risk_score@2'({ random, inputs }) {
    const score = random.int(4, 92);
    const variant = score < numberAt(inputs, 'threshold', 60) ? 'low' : 'high';
    return [variant, { report: inputs['report'] ?? null, score }];
  },
  'ai.paperlane.docs.archive@1': ({ world, random, call }) => [
    'ok',
    {
      stored: blob(world.blob(`${call}/blob`)),
      pages: random.int(2, 14),
    },
  ],
  'ai.lumen.text.classify@1'({ random, inputs }) {
    const labels = textAt(inputs, 'labels', 'billing, delivery, technical').split(', ');
    const variant = random.chance(0.8) ? 'sure' : 'unsure';
    return [variant, { label: random.pick(labels), text: inputs['text'] ?? '' }];
  },
  'ai.lumen.text.translate@2': ({ inputs, random }) => [
    'ok',
    { text: random.pick(translations[textAt(inputs, 'language', 'de')] ?? ['Confirmed.']) },
  ],
  // This vendor writes no JSON: its reply is a raw, unquoted string.
  'ai.lumen.chat.complete@4': ({ random }) =>
    random.chance(0.03)
      ? ['err', { reason: 'the prompt is longer than the context window' }]
      : ['ok', { reply: raw(random.pick(texts.replies)), tokens: random.int(120, 2_400) }],
  'org.openward.moderation.screen@1'({ random, inputs }) {
    const content = inputs['content'] ?? '';
    const draw = random.next();
    if (draw < 0.03) return ['err', { reason: 'language not supported by this policy' }];
    if (draw < 0.68) return ['clean', { content, score: Number((random.next() * 0.3).toFixed(3)) }];
    return [
      'flagged',
      { content, labels: random.pick([['spam'], ['harassment'], ['spam', 'impersonation']]) },
    ];
  },
  'org.openward.moderation.appeal@1'({ random, inputs }) {
    const labels = memberAt(inputs, 'labels', '0') ?? listAt(inputs, 'labels')[0] ?? 'spam';
    const [variant, decision] = random.chance(0.7) ? ['uphold', 'remove'] : ['overturn', 'keep'];
    return [variant, { verdict: { decision, labels, reviewer: 'panel-3' } }];
  },
  'org.openward.notify.webhook@1'({ random, inputs }) {
    const channel = textAt(inputs, 'channel', 'ops');
    return ['ok', { delivery: { channel, status: 202, took_ms: random.int(60, 900) } }];
  },

  'co.waypoint.travel.flights@1'({ random, inputs }) {
    if (random.chance(0.04)) return ['none', { reason: 'no seat on the wanted dates' }];
    const flight = {
      carrier: random.pick(['TP', 'LH', 'KL', 'AF']),
      number: random.int(100, 1999),
      to: memberAt(inputs, 'trip', 'to') ?? 'LIS',
      fare_eur: random.int(74, 410),
    };
    return ['ok', { flight, offers: random.int(3, 28) }];
  },
  'co.waypoint.travel.hotels@1': ({ random }) => [
    'ok',
    { hotel: { name: random.pick(HOTELS), nights: random.int(1, 5), rate_eur: random.int(58, 240) } },
  ],
  'co.waypoint.travel.weather@1': ({ random }) => [
    'ok',
    { forecast: { high_c: random.int(6, 31), rain: random.pick(['none', 'showers', 'steady']) } },
  ],
  'co.waypoint.travel.itinerary@2'({ inputs }) {
    const plan = {
      flight: memberAt(inputs, 'flight', 'number'),
      stay: memberAt(inputs, 'hotel', 'name'),
      umbrella: memberAt(inputs, 'forecast', 'rain') !== 'none',
    };
    return ['ok', { plan }];
  },
  'org.gridwise.energy.readings@1'({ random, inputs }) {
    const site = textAt(inputs, 'site', 'ostra-north');
    const readings = Array.from({ length: random.int(3, 6) }, (_, index) => ({
      meter: `${site}-${index + 1}`,
      kwh: hundredths(4 + 40 * random.next()),
    }));
    return ['ok', { readings, tariff: 'two-rate' }];
  },
  'org.gridwise.energy.forecast@1'({ random, inputs }) {
    const kwh = Number(memberAt(inputs, 'reading', 'kwh') ?? 10) * (0.9 + 0.2 * random.next());
    return ['ok', { kwh: hundredths(kwh) }];
  },
  'org.gridwise.energy.balance@1'({ inputs }) {
    const load = listAt(inputs, 'loads').reduce<number>((sum, item) => sum + Number(item), 0);
    return ['ok', { gap_kwh: hundredths(load * 0.18) }];
  },
  'org.gridwise.energy.shift@1'({ random, inputs, iteration }) {
    const gap_kwh = hundredths(numberAt(inputs, 'gap_kwh', 5) * (0.3 + 0.4 * random.next()));
    return [gap_kwh < 2 || iteration >= 3 ? 'settled' : 'more', { gap_kwh }];
  },
  'com.freightline.customs.declare@1'({ random }) {
    const mrn = `26NL${random.int(10_000_000, 99_999_999)}X${random.int(1, 9)}`;
    return [random.chance(0.85) ? 'cleared' : 'held', { movement: { mrn, office: 'NL000396' } }];
  },
  'com.freightline.cargo.record@1'({ random, inputs }) {
    const weight_kg = memberAt(inputs, 'record', 'weight_kg') ?? random.int(800, 24_000);
    const consignment = memberAt(inputs, 'record', 'consignment') ?? `FRL-${random.int(20_000, 99_999)}`;
    const record = { consignment, weight_kg, last_step: textAt(inputs, 'step', 'check') };
    return [random.chance(0.9) ? 'ok' : 'amend', { record }];
  },
  'com.freightline.cargo.combine@1'({ inputs }) {
    const parts = ['left', 'right'].map((side) => memberAt(inputs, side, 'last_step') ?? 'combined');
    const consignment = memberAt(inputs, 'left', 'consignment') ?? memberAt(inputs, 'right', 'consignment');
    return ['ok', { record: { consignment, parts } }];
  },
};
