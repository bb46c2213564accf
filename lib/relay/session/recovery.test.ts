import { describe, expect, it } from 'vitest';
import type { RecoveryFile } from '@/lib/contract/session';
import { makeRecoveryFile, openRecoveryFile } from './recovery';

const SECRETS = ['n'.repeat(32), 'o'.repeat(32)];
const PASSPHRASE = 'correct horse';
const secret = { key: 'k_1.canary-secret', expires_at: '2099-01-01T00:00:00Z' };
const facts = { network: 'main', key_id: 'k_1', now: 0 };
const file = await makeRecoveryFile(facts, secret, { passphrase: PASSPHRASE, sessionSecrets: SECRETS });
const open = (given: RecoveryFile, passphrase = PASSPHRASE, sessionSecrets: readonly string[] = SECRETS) =>
  openRecoveryFile(given, { passphrase, sessionSecrets });

describe('a recovery file', () => {
  it('says whose it is, and not the key', () => {
    expect(file).toMatchObject({ network: 'main', key_id: 'k_1', made_at: '1970-01-01T00:00:00.000Z' });
    expect(JSON.stringify(file)).not.toContain('canary');
  });

  it('opens with both: passphrase and console, after a rotation too', async () => {
    expect(await open(file)).toEqual(secret);
    expect(await open(file, PASSPHRASE, ['x'.repeat(32), ...SECRETS])).toEqual(secret);
  });

  it('is worthless without the passphrase', async () => {
    await expect(open(file, 'correct horsf')).rejects.toThrow('passphrase: ');
  });

  it('is worthless at another console', async () => {
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

  it('takes a passphrase however its accents were typed', async () => {
    const composed = await makeRecoveryFile(facts, secret, {
      passphrase: 'caf\u00e9-caf\u00e9',
      sessionSecrets: SECRETS,
    });
    expect(await open(composed, 'cafe\u0301-cafe\u0301')).toEqual(secret);
  });
});
