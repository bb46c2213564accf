// Which headers reach Next; e2e/security.spec.ts sends them to Next itself.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { OTHER_LISTS } from '@/e2e/attack-payloads';
import { checkRouterState } from './router-state';

const PAGE = [
  '',
  {
    children: [
      '(console)',
      { children: ['tools', { children: [['fqn', 'a%2Fb', 'd', null], {}] }] },
      null,
      null,
      16,
    ],
  },
  null,
  'refetch',
];

function passedOn(header: string): string | undefined {
  const headers = { 'next-router-state-tree': header } as Record<string, string | undefined>;
  void checkRouterState({ headers } as unknown as IncomingMessage, {} as ServerResponse, () =>
    Promise.resolve(),
  );
  return headers['next-router-state-tree'];
}
const encoded = (state: unknown) => encodeURIComponent(JSON.stringify(state));

const SENT = [
  PAGE,
  ['', {}],
  ['', {}, null, null],
  ['', {}, ['/tools', '?tab=1'], 'inside-shared-layout', 0, 'x'],
  [['path', 'a/b', 'oc', ['c']], {}],
  [['id', 'a', 'di(..)(..)', null], {}],
];
it.each(SENT.map(encoded))('passes on what the router sends: %s', (header) => {
  expect(passedOn(header)).toBe(header);
});

it.each(['', 'garbage', '%', '%00', '%E0%A4%A', '{}', 'null', '5', `${encoded(PAGE)}, ${encoded(PAGE)}`])(
  'drops %s',
  (header) => {
    expect(passedOn(header)).toBeUndefined();
  },
);

it.each(OTHER_LISTS.map(encoded))('drops a list of another shape: %s', (header) => {
  expect(passedOn(header)).toBeUndefined();
});

it('drops what is nested too deeply', () => {
  expect(passedOn(encodeURIComponent('["",{"a":'.repeat(100_000)))).toBeUndefined();
  expect(passedOn(`${'["",{"a":'.repeat(50_000)}["",{}]${'}]'.repeat(50_000)}`)).toBeUndefined();
});
