import { beforeEach, expect, it } from 'vitest';
import {
  createKeyringJar,
  EMPTY,
  openKeyring,
  sealKeyring,
  withoutConnection,
  type Keyring,
  type Seals,
} from './keyring';
import { createSeals } from './seals';
import { connectionFor } from '@/lib/relay/testing/connection-for';

const SECRETS = ['n'.repeat(32)];
const ring: Keyring = { in_use: 'c1', connections: [connectionFor(), connectionFor({ id: 'c2' })] };
const seal = await sealKeyring(ring, SECRETS);

let at: number;
let opened: number;
let seals: Seals;

beforeEach(() => {
  at = 0;
  opened = 0;
  seals = createSeals(
    SECRETS,
    () => at,
    (one) => {
      opened += 1;
      return openKeyring(one, SECRETS);
    },
  );
});

it('opens a seal once for all who come together, and for those who come soon after', async () => {
  const rings = await Promise.all(Array.from({ length: 50 }, () => seals.open(seal)));
  at = 29_999;
  rings.push(await seals.open(seal));
  for (const found of rings) expect(found).toEqual(ring);
  expect(opened).toBe(1);
  at = 30_000;
  expect(await seals.open(seal)).toEqual(ring);
  expect(opened).toBe(2);
});

it('opens anew what was changed, however little, and remembers nothing that does not open', async () => {
  await seals.open(seal);
  const middle = Math.floor(seal.length / 2);
  const changed = seal.slice(0, middle) + (seal[middle] === 'A' ? 'B' : 'A') + seal.slice(middle + 1);
  for (const bad of [changed, changed, 'nonsense', '', undefined])
    expect(await seals.open(bad)).toEqual(EMPTY);
  expect(opened).toBe(4);
});

it('forgets a seal when its browser leaves a key or takes another, also while it is being opened', async () => {
  let cookie: string = seal;
  const store = {
    get: () => ({ value: cookie }),
    set: (_: string, value: string) => (cookie = value),
    delete: () => 0,
  };
  const jar = createKeyringJar(store, seals, false);
  expect(await jar.read()).toEqual(ring);
  const left = withoutConnection(ring, 'c1');
  await jar.write(left);
  expect(await jar.read()).toEqual(left);
  expect(opened).toBe(2);
  // The old cookie opens as long as its seal is of age, but it is opened, not remembered.
  await seals.open(seal);
  expect(opened).toBe(3);

  seals.forget(seal);
  const late = seals.open(seal);
  seals.forget(seal);
  expect(await late).toEqual(ring);
  await seals.open(seal);
  expect(opened).toBe(5);
});

it('remembers a thousand at most, the oldest goes', async () => {
  seals = createSeals(
    SECRETS,
    () => at,
    async (one) => {
      opened += 1;
      return { in_use: one, connections: [connectionFor({ id: one })] };
    },
  );
  for (let one = 0; one < 1_001; one += 1) await seals.open(`seal ${one}`);
  await seals.open('seal 1');
  expect(opened).toBe(1_001);
  await seals.open('seal 0');
  expect(opened).toBe(1_002);
});
