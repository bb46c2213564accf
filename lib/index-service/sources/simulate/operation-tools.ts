// What the travel, energy and freight tools of the simulated network do.
import { listAt, many, memberAt, numberAt, one, textAt } from './port-values';
import type { ToolBehaviour } from './tools';

const HOTELS = ['Hotel Miradouro', 'The Old Customs House', 'Gasthof Zur Linde', 'Pensão Alegria'] as const;
const hundredths = (value: number) => Number(value.toFixed(2));

export const operationTools: ToolBehaviour = {
  'co.waypoint.travel.flights@1': ({ random, inputs }) => {
    if (random.chance(0.04))
      return { variant: 'none', ports: { reason: one('no seat on the wanted dates') } };
    const flight = {
      carrier: random.pick(['TP', 'LH', 'KL', 'AF']),
      number: random.int(100, 1999),
      to: memberAt(inputs, 'trip', 'to') ?? 'LIS',
      fare_eur: random.int(74, 410),
    };
    return { variant: 'ok', ports: { flight: one(flight), offers: one(random.int(3, 28)) } };
  },
  'co.waypoint.travel.hotels@1': ({ random }) => {
    const hotel = { name: random.pick(HOTELS), nights: random.int(1, 5), rate_eur: random.int(58, 240) };
    return { variant: 'ok', ports: { hotel: one(hotel) } };
  },
  'co.waypoint.travel.weather@1': ({ random }) => {
    const forecast = { high_c: random.int(6, 31), rain: random.pick(['none', 'showers', 'steady']) };
    return { variant: 'ok', ports: { forecast: one(forecast) } };
  },
  'co.waypoint.travel.itinerary@2': ({ inputs }) => {
    const plan = {
      flight: memberAt(inputs, 'flight', 'number'),
      stay: memberAt(inputs, 'hotel', 'name'),
      umbrella: memberAt(inputs, 'forecast', 'rain') !== 'none',
    };
    return { variant: 'ok', ports: { plan: one(plan) } };
  },
  'org.gridwise.energy.readings@1': ({ random, inputs }) => {
    const site = textAt(inputs, 'site', 'ostra-north');
    const readings = Array.from({ length: random.int(3, 6) }, (_, index) => ({
      meter: `${site}-${index + 1}`,
      kwh: hundredths(4 + 40 * random.next()),
    }));
    return { variant: 'ok', ports: { readings: many(readings), tariff: one('two-rate') } };
  },
  'org.gridwise.energy.forecast@1': ({ random, inputs }) => {
    const kwh = Number(memberAt(inputs, 'reading', 'kwh') ?? 10) * (0.9 + 0.2 * random.next());
    return { variant: 'ok', ports: { kwh: one(hundredths(kwh)) } };
  },
  'org.gridwise.energy.balance@1': ({ inputs }) => {
    const load = listAt(inputs, 'loads').reduce<number>((sum, item) => sum + Number(item), 0);
    return { variant: 'ok', ports: { gap_kwh: one(hundredths(load * 0.18)) } };
  },
  'org.gridwise.energy.shift@1': ({ random, inputs, iteration }) => {
    const gap = hundredths(numberAt(inputs, 'gap_kwh', 5) * (0.3 + 0.4 * random.next()));
    return { variant: gap < 2 || iteration >= 3 ? 'settled' : 'more', ports: { gap_kwh: one(gap) } };
  },
  'com.freightline.customs.declare@1': ({ random }) => {
    const mrn = `26NL${random.int(10_000_000, 99_999_999)}X${random.int(1, 9)}`;
    const variant = random.chance(0.85) ? 'cleared' : 'held';
    return { variant, ports: { movement: one({ mrn, office: 'NL000396' }) } };
  },
  'com.freightline.cargo.record@1': ({ random, inputs }) => {
    const weight_kg = memberAt(inputs, 'record', 'weight_kg') ?? random.int(800, 24_000);
    const consignment = memberAt(inputs, 'record', 'consignment') ?? `FRL-${random.int(20_000, 99_999)}`;
    const record = { consignment, weight_kg, last_step: textAt(inputs, 'step', 'check') };
    return { variant: random.chance(0.9) ? 'ok' : 'amend', ports: { record: one(record) } };
  },
  'com.freightline.cargo.combine@1': ({ inputs }) => {
    const parts = ['left', 'right'].map((side) => memberAt(inputs, side, 'last_step') ?? 'combined');
    const consignment = memberAt(inputs, 'left', 'consignment') ?? memberAt(inputs, 'right', 'consignment');
    return { variant: 'ok', ports: { record: one({ consignment, parts }) } };
  },
};
