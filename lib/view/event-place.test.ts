import { expect, test } from 'vitest';
import { idOfFragment, readPlace } from './event-place';

test.each([
  ['184220', { is: 'event', id: '184220' }],
  [' 184,220 ', { is: 'event', id: '184220' }],
  ['#ev-007', { is: 'event', id: '7' }],
  ['2026-11-21 12:04', { is: 'moment', at: '2026-11-21T12:04:00.000Z' }],
  ['2026-11-21T12:04:05.5Z', { is: 'moment', at: '2026-11-21T12:04:05.500Z' }],
  ['2026-11-21', { is: 'moment', at: '2026-11-21T23:59:59.999Z' }],
  ['2026-13-41', null],
  ['0x6', null],
  ['', null],
  ['99999999999999999999', null],
])('%j names a place', (text, place) => {
  expect(readPlace(text)).toEqual(place);
});

test('a fragment names an event', () => {
  expect(['#ev-12', '#ev-', '#page', ''].map(idOfFragment)).toEqual(['12', null, null, null]);
});
