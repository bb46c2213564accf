// Energy and freight tools of the simulated network.
import {
  listAt,
  many,
  memberAt,
  numberAt,
  one,
  textAt,
} from '@/lib/index-service/sources/simulate/port-values';
import { chain, http, type ToolDesign } from './tool-design';

const pass = (variant: string, name: string, value: unknown) => ({ variant, ports: { [name]: one(value) } });

export const operationTools: ToolDesign[] = [
  http(
    'org.gridwise.energy.readings@1',
    {
      does: 'Meter readings of a site for the last full hour.',
      takes: 'site',
      gives: { ok: 'readings[] tariff' },
      price: 0.6,
      seconds: [0.5, 2],
    },
    ({ random, inputs }) => {
      const site = textAt(inputs, 'site', 'ostra-north');
      const readings = Array.from({ length: random.int(3, 6) }, (_, index) => ({
        meter: `${site}-${index + 1}`,
        kwh: Number((4 + 40 * random.next()).toFixed(2)),
      }));
      return { variant: 'ok', ports: { readings: many(readings), tariff: one('two-rate') } };
    },
  ),
  http(
    'org.gridwise.energy.forecast@1',
    {
      does: 'Load of one meter for the next hour.',
      takes: 'reading model',
      gives: { ok: 'kwh' },
      price: 0.5,
      seconds: [0.4, 1.5],
    },
    ({ random, inputs }) =>
      pass(
        'ok',
        'kwh',
        Number((Number(memberAt(inputs, 'reading', 'kwh') ?? 10) * (0.9 + 0.2 * random.next())).toFixed(2)),
      ),
  ),
  http(
    'org.gridwise.energy.balance@1',
    {
      does: 'Sums load against supply and proposes the next shift of consumption.',
      takes: 'loads[]',
      gives: { ok: 'gap_kwh' },
      price: 0.9,
      seconds: [0.5, 1.5],
    },
    ({ inputs }) => {
      const load = listAt(inputs, 'loads').reduce<number>((sum, item) => sum + Number(item), 0);
      return pass('ok', 'gap_kwh', Number((load * 0.18).toFixed(2)));
    },
  ),
  http(
    'org.gridwise.energy.shift@1',
    {
      does: 'Moves flexible consumers until the gap is small enough.',
      takes: 'gap_kwh tariff',
      gives: { more: 'gap_kwh', settled: 'gap_kwh' },
      price: 0.7,
      seconds: [0.5, 2],
    },
    ({ random, inputs, iteration }) => {
      const gap = Number((numberAt(inputs, 'gap_kwh', 5) * (0.3 + 0.4 * random.next())).toFixed(2));
      return pass(gap < 2 || iteration >= 3 ? 'settled' : 'more', 'gap_kwh', gap);
    },
  ),
  chain(
    'com.freightline.customs.declare@1',
    {
      does: 'Files a customs declaration and returns its movement number.',
      takes: 'consignment',
      gives: { cleared: 'movement', held: 'movement' },
      price: 2.2,
    },
    ({ random }) => {
      const movement = {
        mrn: `26NL${random.int(10_000_000, 99_999_999)}X${random.int(1, 9)}`,
        office: 'NL000396',
      };
      return pass(random.chance(0.85) ? 'cleared' : 'held', 'movement', movement);
    },
  ),
  http(
    'com.freightline.cargo.record@1',
    {
      does: 'Reads or amends the record of a consignment; the step says which part.',
      takes: 'record step',
      gives: { ok: 'record', amend: 'record' },
      price: 0.4,
      seconds: [0.3, 1.4],
    },
    ({ random, inputs }) => {
      const step = textAt(inputs, 'step', 'check');
      const weight_kg = memberAt(inputs, 'record', 'weight_kg') ?? random.int(800, 24_000);
      const consignment = memberAt(inputs, 'record', 'consignment') ?? `FRL-${random.int(20_000, 99_999)}`;
      return pass(random.chance(0.9) ? 'ok' : 'amend', 'record', { consignment, weight_kg, last_step: step });
    },
  ),
  http(
    'com.freightline.cargo.combine@1',
    {
      does: 'Combines two parts of a consignment file.',
      takes: 'left right',
      gives: { ok: 'record' },
      price: 0.3,
      seconds: [0.2, 0.9],
    },
    ({ inputs }) =>
      pass('ok', 'record', {
        consignment: memberAt(inputs, 'left', 'consignment') ?? memberAt(inputs, 'right', 'consignment'),
        parts: [
          memberAt(inputs, 'left', 'last_step') ?? 'combined',
          memberAt(inputs, 'right', 'last_step') ?? 'combined',
        ],
      }),
  ),
];
