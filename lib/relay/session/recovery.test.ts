import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { RecoveryFile } from '@/lib/contract/session';
import { createRateLimit } from '@/lib/limits/rate-limit';
import {
  createKeyDerivation,
  makeClaimFile,
  makeRecoveryFile,
  openClaimFile,
  openRecoveryFile,
} from './recovery';

const SECRETS = ['n'.repeat(32), 'o'.repeat(32)];
const PASSPHRASE = 'correct horse';
const saved = {
  key: 'k_1.canary-secret',
  expires_at: '2099-01-01T00:00:00Z',
  index_url: 'https://index.example',
};
const facts = { network: 'main', key_id: 'k_1', now: 0, secrets: SECRETS };
const derive = createKeyDerivation();
const guesses = () => createRateLimit({ now: () => 0 });
const file = await makeRecoveryFile(facts, saved, { passphrase: PASSPHRASE, derive });
const open = (opened: RecoveryFile, passphrase = PASSPHRASE, secrets: readonly string[] = SECRETS) =>
  openRecoveryFile(opened, { passphrase, secrets, derive, guesses: guesses() });

describe('a recovery file', () => {
  it("states its key's id, and not the key", () => {
    expect(file).toMatchObject({ network: 'main', key_id: 'k_1', made_at: '1970-01-01T00:00:00.000Z' });
    expect(JSON.stringify(file)).not.toContain('canary');
  });

  it('needs both passphrase and console to open, also after a rotation of the secret', async () => {
    expect(await open(file)).toEqual(saved);
    expect(await open(file, PASSPHRASE, ['x'.repeat(32), ...SECRETS])).toEqual(saved);
    await expect(open(file, 'correct horsf')).rejects.toThrow('passphrase: ');
    await expect(open(file, PASSPHRASE, ['x'.repeat(32)])).rejects.toThrow('file: ');
  });

  it.each([
    ['network', { network: 'test' }],
    ['key_id', { key_id: 'k_2' }],
    ['made_at', { made_at: '2000-01-01T00:00:00.000Z' }],
    ['sealed', { sealed: `${file.sealed.slice(0, -3)}aaa` }],
  ])('does not open when its %s was changed', async (_, change) => {
    await expect(open({ ...file, ...change })).rejects.toMatchObject({ status: 400 });
  });

  it('accepts a passphrase however its accents were typed', async () => {
    const composed = await makeRecoveryFile(facts, saved, { passphrase: 'caf\u00e9-caf\u00e9', derive });
    expect(await open(composed, 'cafe\u0301-cafe\u0301')).toEqual(saved);
  });

  it('allows ten guesses per file, from all addresses together', async () => {
    // Derivation is not what this is about, and takes a tenth of a second each.
    const quick = (passphrase: string, salt: Buffer) =>
      Promise.resolve(createHash('sha256').update(passphrase).update(salt).digest());
    const counted = guesses();
    const quickFile = () => makeRecoveryFile(facts, saved, { passphrase: PASSPHRASE, derive: quick });
    const tryOpen = (opened: RecoveryFile, passphrase: string) =>
      openRecoveryFile(opened, { passphrase, secrets: SECRETS, derive: quick, guesses: counted });
    const first = await quickFile();
    for (let guess = 0; guess < 10; guess += 1)
      await expect(tryOpen(first, `guess ${guess}`)).rejects.toThrow('passphrase: ');
    await expect(tryOpen(first, PASSPHRASE)).rejects.toMatchObject({ status: 429 });
    // Another file has its own count.
    expect(await tryOpen(await quickFile(), PASSPHRASE)).toEqual(saved);
  });
});

it('derives two keys at a time, lets eight wait and refuses the others at once', async () => {
  const busy = createKeyDerivation();
  const salt = Buffer.alloc(16);
  const from = performance.now();
  let refusedAfter = Infinity;
  const tries = await Promise.allSettled(
    Array.from({ length: 40 }, () =>
      busy('a passphrase', salt).catch((error: unknown) => {
        refusedAfter = Math.min(refusedAfter, performance.now() - from);
        throw error;
      }),
    ),
  );
  const took = performance.now() - from;
  const refused = tries.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(30);
  expect(refused[0]).toMatchObject({ reason: { status: 429, headers: { 'Retry-After': '5' } } });
  expect(refusedAfter).toBeLessThan(took / 2);
  // The waiting derivations have finished, too.
  expect(await busy('a passphrase', salt)).toHaveLength(32);
});

it('seals the response to a claim for this console alone', async () => {
  const content = { index_url: 'https://index.example', text: '{"oddly":"canary-shaped"}' };
  const claim = await makeClaimFile(facts, content);
  expect(JSON.stringify(claim)).not.toContain('canary');
  expect(await openClaimFile(claim, SECRETS)).toMatchObject(content);
  await expect(openClaimFile(claim, ['x'.repeat(32)])).rejects.toThrow('file: ');
  // A recovery file's seal is none of a claim file, and the other way round.
  await expect(openClaimFile({ ...claim, sealed: file.sealed }, SECRETS)).rejects.toThrow('file: ');
  await expect(open({ ...file, sealed: claim.sealed })).rejects.toThrow('file: ');
});
