// Moderation, travel and trade tools of the simulated network.
import { listAt, memberAt, numberAt, one, textAt } from '@/lib/index-service/sources/simulate/port-values';
import { http, type ToolDesign } from './tool-design';

const pass = (variant: string, name: string, value: unknown) => ({ variant, ports: { [name]: one(value) } });

export const serviceTools: ToolDesign[] = [
  http(
    'org.openward.moderation.screen@1',
    {
      does: 'Screens user content against a published policy.',
      takes: 'content policy',
      gives: { clean: 'content score', flagged: 'content labels', err: 'reason' },
      price: 0.8,
      seconds: [0.3, 1.4],
      verifier: 'RegisteredKey',
    },
    ({ random, inputs }) => {
      const content = inputs['content'] ?? one('');
      const draw = random.next();
      if (draw < 0.03) return pass('err', 'reason', 'language not supported by this policy');
      return draw < 0.68
        ? { variant: 'clean', ports: { content, score: one(Number((random.next() * 0.3).toFixed(3))) } }
        : {
            variant: 'flagged',
            ports: {
              content,
              labels: one(random.pick([['spam'], ['harassment'], ['spam', 'impersonation']])),
            },
          };
    },
  ),
  http(
    'org.openward.moderation.appeal@1',
    {
      does: 'Looks at flagged content a second time, with its context.',
      takes: 'content labels',
      gives: { uphold: 'verdict', overturn: 'verdict' },
      price: 3,
      seconds: [1, 5],
    },
    ({ random, inputs }) => {
      const labels = memberAt(inputs, 'labels', '0') ?? listAt(inputs, 'labels')[0] ?? 'spam';
      return random.chance(0.7)
        ? pass('uphold', 'verdict', { decision: 'remove', labels, reviewer: 'panel-3' })
        : pass('overturn', 'verdict', { decision: 'keep', labels, reviewer: 'panel-3' });
    },
  ),
  http(
    'org.openward.notify.webhook@1',
    {
      does: 'Posts a message to a registered channel.',
      takes: 'message channel',
      gives: { ok: 'delivery' },
      price: 0.1,
      seconds: [0.2, 1.2],
    },
    ({ random, inputs }) =>
      pass('ok', 'delivery', {
        channel: textAt(inputs, 'channel', 'ops'),
        status: 202,
        took_ms: random.int(60, 900),
      }),
  ),
  http(
    'co.waypoint.travel.flights@1',
    {
      does: 'Finds flights for a trip and picks the best of the offers.',
      takes: 'trip',
      gives: { ok: 'flight offers', none: 'reason' },
      price: 5,
      seconds: [1.5, 6],
    },
    ({ random, inputs }) => {
      if (random.chance(0.04)) return pass('none', 'reason', 'no seat on the wanted dates');
      const to = memberAt(inputs, 'trip', 'to') ?? 'LIS';
      const flight = { carrier: random.pick(['TP', 'LH', 'KL', 'AF']), number: random.int(100, 1999), to };
      return {
        variant: 'ok',
        ports: { flight: one({ ...flight, fare_eur: random.int(74, 410) }), offers: one(random.int(3, 28)) },
      };
    },
  ),
  http(
    'co.waypoint.travel.hotels@1',
    {
      does: 'Finds a room within walking distance of the meeting place.',
      takes: 'trip',
      gives: { ok: 'hotel' },
      price: 4,
      seconds: [1, 5],
    },
    ({ random }) =>
      pass('ok', 'hotel', {
        name: random.pick([
          'Hotel Miradouro',
          'The Old Customs House',
          'Gasthof Zur Linde',
          'Pensão Alegria',
        ]),
        nights: random.int(1, 5),
        rate_eur: random.int(58, 240),
      }),
  ),
  http(
    'co.waypoint.travel.weather@1',
    {
      does: 'Weather at the destination, by day.',
      takes: 'trip',
      gives: { ok: 'forecast' },
      price: 0.3,
      seconds: [0.3, 1],
    },
    ({ random }) =>
      pass('ok', 'forecast', { high_c: random.int(6, 31), rain: random.pick(['none', 'showers', 'steady']) }),
  ),
  http(
    'co.waypoint.travel.itinerary@2',
    {
      does: 'Puts flight, room and weather together in a day plan.',
      takes: 'flight hotel forecast',
      gives: { ok: 'plan' },
      price: 6,
      seconds: [2, 7],
    },
    ({ inputs }) =>
      pass('ok', 'plan', {
        flight: memberAt(inputs, 'flight', 'number'),
        stay: memberAt(inputs, 'hotel', 'name'),
        umbrella: memberAt(inputs, 'forecast', 'rain') !== 'none',
      }),
  ),
  http(
    'com.haggle.trade.open_offer@1',
    {
      does: 'Opens a negotiation and fixes the terms that hold throughout.',
      takes: 'item',
      gives: { ok: 'offer terms ceiling' },
      price: 2,
      seconds: [0.6, 2],
    },
    ({ random, inputs }) => {
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
  ),
  http(
    'com.haggle.trade.counter@1',
    {
      does: 'Asks the other side for its counter-offer under the given terms.',
      takes: 'offer terms',
      gives: { ok: 'offer' },
      price: 3,
      seconds: [1, 4],
    },
    ({ random, inputs, iteration }) => {
      const price = Number(memberAt(inputs, 'offer', 'price') ?? 1_000);
      return pass('ok', 'offer', {
        price: Math.round(price * (1.01 + 0.04 * random.next())),
        round: iteration + 1,
      });
    },
  ),
  http(
    'com.haggle.trade.decide@1',
    {
      does: 'Decides whether to ask again, or to take the offer on the table.',
      takes: 'offer ceiling',
      gives: { again: 'offer', agreed: 'offer' },
      price: 1,
      seconds: [0.4, 1.5],
    },
    ({ random, inputs, iteration }) => {
      const price = Number(memberAt(inputs, 'offer', 'price') ?? 0);
      const done = iteration >= 4 || price >= numberAt(inputs, 'ceiling', 0) || random.chance(0.25);
      return { variant: done ? 'agreed' : 'again', ports: { offer: inputs['offer'] ?? one({ price }) } };
    },
  ),
];
