// Which headers reach Next; e2e/security.spec.ts sends them to Next itself.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
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

it('passes on what the router sends', () => {
  expect(passedOn(encoded(PAGE))).toBe(encoded(PAGE));
});

it.each(['', 'garbage', '%', '%00', '%E0%A4%A', '{}', 'null', '5', `${encoded(PAGE)}, ${encoded(PAGE)}`])(
  'drops %s',
  (header) => {
    expect(passedOn(header)).toBeUndefined();
  },
);
