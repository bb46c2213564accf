// Travel, energy and freight.
import { one, type Ports } from '@/lib/index-service/sources/simulate/port-values';
import type { DagWords } from './dag-design';

const RECORD = 'com.freightline.cargo.record@1';
const COMBINE = 'com.freightline.cargo.combine@1';
const NOTIFY = 'org.openward.notify.webhook@1';

/** The four files of a consignment, each worked through in order. */
const LANES: Readonly<Record<string, readonly string[]>> = {
  papers: ['invoice', 'packing_list', 'origin', 'licences', 'signatures'],
  carrier: ['booking', 'slot', 'container', 'seal', 'manifest'],
  insurance: ['value', 'cover', 'premium', 'policy', 'certificate'],
  safety: ['class', 'segregation', 'reefer', 'fumigation', 'declaration'],
};
const lanes = Object.entries(LANES).map(([lane, steps]) => steps.map((step) => `${lane}_${step}`));

/** Both answers of a record step lead on: an amended record is a record. */
const onward = (from: string, to: string) => [`${from}.ok.record > ${to}`, `${from}.amend.record > ${to}`];

export const operationDags: DagWords[] = [
  {
    key: 'trip-planner',
    purpose: 'Plans a business trip: flight, room and weather at the same time, then one plan.',
    vertices: {
      flights: 'co.waypoint.travel.flights@1',
      hotels: 'co.waypoint.travel.hotels@1',
      weather: 'co.waypoint.travel.weather@1',
      plan: 'co.waypoint.travel.itinerary@2',
      regret: NOTIFY,
    },
    edges: [
      'flights.ok.flight > plan.flight',
      'hotels.ok.hotel > plan.hotel',
      'weather.ok.forecast > plan.forecast',
      'flights.none.reason > regret.message',
    ],
    entry: { _default_group: 'flights.trip hotels.trip weather.trip' },
    defaults: () => ({ 'regret.channel': one('travel-desk') }),
    outputs: 'plan.ok.plan regret.ok.delivery',
    afterFailure: 'TransientContinue',
    supplies: (random) => {
      const trip = one({
        from: random.pick(['BER', 'AMS', 'CDG', 'ZRH']),
        to: random.pick(['LIS', 'OSL', 'VIE', 'MXP', 'DUB']),
        out: `2026-1${random.int(0, 2)}-${random.int(10, 27)}`,
        nights: random.int(1, 4),
      });
      return { 'flights.trip': trip, 'hotels.trip': trip, 'weather.trip': trip };
    },
  },
  {
    key: 'energy-balance',
    purpose: 'Forecasts the load of a site meter by meter and shifts consumers until the gap is closed.',
    vertices: {
      readings: 'org.gridwise.energy.readings@1',
      forecast: 'org.gridwise.energy.forecast@1',
      balance: 'org.gridwise.energy.balance@1',
      shift: 'org.gridwise.energy.shift@1',
      report: NOTIFY,
    },
    edges: [
      'readings.ok.readings > forecast.reading for_each',
      'forecast.ok.kwh > balance.loads collect',
      'readings.ok.tariff > shift.tariff static',
      'balance.ok.gap_kwh > shift.gap_kwh',
      'shift.more.gap_kwh > shift.gap_kwh do_while',
      'shift.settled.gap_kwh > report.message break',
    ],
    entry: { _default_group: 'readings.site' },
    defaults: () => ({ 'forecast.model': one('weekday-v4'), 'report.channel': one('grid-control') }),
    outputs: 'report.ok.delivery',
    afterFailure: 'TransientContinue',
    supplies: (random) => ({
      'readings.site': one(random.pick(['ostra-north', 'ostra-south', 'meyrin', 'halden-quay'])),
    }),
  },
  {
    key: 'customs-entry',
    purpose: 'Checks a consignment record and files the customs entry.',
    vertices: { check: RECORD, declare: 'com.freightline.customs.declare@1', tell_broker: NOTIFY },
    edges: [...onward('check', 'declare.consignment'), 'declare.held.movement > tell_broker.message'],
    entry: { _default_group: 'check.record' },
    defaults: () => ({ 'check.step': one('customs'), 'tell_broker.channel': one('brokers') }),
    outputs: 'declare.cleared.movement tell_broker.ok.delivery',
    supplies: (random) => ({
      'check.record': one({
        consignment: `FRL-${random.int(20_000, 99_999)}`,
        weight_kg: random.int(900, 24_000),
      }),
    }),
  },
  {
    key: 'freight-clearance',
    purpose:
      'Clears a consignment: papers, carrier, insurance and safety in parallel, then customs and release.',
    vertices: {
      intake: RECORD,
      ...Object.fromEntries(lanes.flat().map((vertex) => [vertex, RECORD])),
      papers_and_carrier: COMBINE,
      insurance_and_safety: COMBINE,
      whole_file: COMBINE,
      declare: 'com.freightline.customs.declare@1',
      release: RECORD,
      tell_driver: NOTIFY,
      inspect: RECORD,
      tell_shipper: NOTIFY,
      archive: 'ai.paperlane.docs.archive@1',
    },
    edges: [
      ...lanes.flatMap((lane) => onward('intake', `${lane[0] ?? ''}.record`)),
      ...lanes.flatMap((lane) =>
        lane.slice(1).flatMap((vertex, index) => onward(lane[index] ?? '', `${vertex}.record`)),
      ),
      ...onward('papers_signatures', 'papers_and_carrier.left'),
      ...onward('carrier_manifest', 'papers_and_carrier.right'),
      ...onward('insurance_certificate', 'insurance_and_safety.left'),
      ...onward('safety_declaration', 'insurance_and_safety.right'),
      'papers_and_carrier.ok.record > whole_file.left',
      'insurance_and_safety.ok.record > whole_file.right',
      'whole_file.ok.record > declare.consignment',
      'whole_file.ok.record > archive.report',
      'declare.cleared.movement > release.record',
      'declare.held.movement > inspect.record',
      ...onward('release', 'tell_driver.message'),
      ...onward('inspect', 'tell_shipper.message'),
    ],
    entry: { _default_group: 'intake.record' },
    defaults: () => {
      const steps: Ports = {};
      for (const vertex of ['intake', ...lanes.flat(), 'release', 'inspect'])
        steps[`${vertex}.step`] = one(vertex.replaceAll('_', ' '));
      return { ...steps, 'tell_driver.channel': one('drivers'), 'tell_shipper.channel': one('shippers') };
    },
    outputs: 'tell_driver.ok.delivery tell_shipper.ok.delivery archive.ok.stored',
    supplies: (random) => ({
      'intake.record': one({
        consignment: `FRL-${random.int(20_000, 99_999)}`,
        weight_kg: random.int(900, 24_000),
      }),
    }),
  },
  {
    key: 'berth-planning',
    purpose: 'Plans berths for the coming tide from the records of the ships at anchor.',
    vertices: { ships: RECORD, tide: 'co.waypoint.travel.weather@1', berths: COMBINE, pilots: NOTIFY },
    edges: [
      ...onward('ships', 'berths.left'),
      'tide.ok.forecast > berths.right',
      'berths.ok.record > pilots.message',
    ],
    entry: { _default_group: 'ships.record tide.trip' },
    defaults: () => ({ 'ships.step': one('at anchor'), 'pilots.channel': one('pilots') }),
    outputs: 'pilots.ok.delivery',
    supplies: () => ({ 'ships.record': one({ consignment: 'NL-RTM-4' }), 'tide.trip': one({ to: 'RTM' }) }),
  },
];
