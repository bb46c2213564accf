// The recovery file: a key that is lost with the cookie otherwise, sealed twice. The inner seal is the visitor's passphrase (scrypt, AES-256-GCM),
// the outer one the console's own secret. Invariant: neither the file with the passphrase alone nor the file with the secret alone yields the key,
// and a file that was changed opens not at all. Where the file goes is the browser's business.
import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { sealData, unsealData } from 'iron-session';
import * as z from 'zod';
import { ContractError } from '@/lib/contract/errors';
import { API_KEY } from '@/lib/contract/keys';
import type { RecoveryFile } from '@/lib/contract/session';

/** About a tenth of a second and 32 MiB for each guess. */
const COST = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };
const CIPHER = 'aes-256-gcm';

const inner = z.object({ key: z.string().regex(API_KEY), expires_at: z.string().nullable() });
export type Recovered = z.output<typeof inner>;
const outer = z.object({ salt: z.string(), nonce: z.string(), tag: z.string(), text: z.string() });

function stretched(passphrase: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) =>
    // The same passphrase typed on two keyboards can be two byte strings.
    scrypt(passphrase.normalize('NFKC'), salt, 32, COST, (error, key) =>
      error === null ? resolve(key) : reject(error),
    ),
  );
}

/** What of the file stands open is bound into the seal: it cannot be changed, or put on another one. */
function bound(file: Omit<RecoveryFile, 'sealed'>): Buffer {
  return Buffer.from(JSON.stringify([file.format, file.network, file.key_id, file.made_at]));
}

export async function makeRecoveryFile(
  facts: { network: string; key_id: string; now: number },
  secret: Recovered,
  seals: { passphrase: string; sessionSecrets: readonly string[] },
): Promise<RecoveryFile> {
  const open = {
    format: 'dagscope-recovery-1' as const,
    network: facts.network,
    key_id: facts.key_id,
    made_at: new Date(facts.now).toISOString(),
  };
  const [salt, nonce] = [randomBytes(16), randomBytes(12)];
  const cipher = createCipheriv(CIPHER, await stretched(seals.passphrase, salt), nonce).setAAD(bound(open));
  const text = Buffer.concat([cipher.update(JSON.stringify(secret), 'utf8'), cipher.final()]);
  const hidden = { salt, nonce, tag: cipher.getAuthTag(), text };
  const parts = Object.fromEntries(
    Object.entries(hidden).map(([name, bytes]) => [name, bytes.toString('base64url')]),
  );
  return { ...open, sealed: await sealData(parts, { password: seals.sessionSecrets[0] ?? '', ttl: 0 }) };
}

/** Opens a file. Throws INVALID_REQUEST naming what is wrong: the file, or the passphrase. */
export async function openRecoveryFile(
  file: RecoveryFile,
  seals: { passphrase: string; sessionSecrets: readonly string[] },
): Promise<Recovered> {
  for (const password of seals.sessionSecrets) {
    const data = await unsealData<unknown>(file.sealed, { password, ttl: 0 }).catch(() => undefined);
    const parts = outer.safeParse(data);
    if (!parts.success) continue;
    const [salt, nonce, tag, text] = (['salt', 'nonce', 'tag', 'text'] as const).map((name) =>
      Buffer.from(parts.data[name], 'base64url'),
    ) as [Buffer, Buffer, Buffer, Buffer];
    const key = await stretched(seals.passphrase, salt);
    try {
      const decipher = createDecipheriv(CIPHER, key, nonce).setAAD(bound(file)).setAuthTag(tag);
      return inner.parse(
        JSON.parse(Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8')),
      );
    } catch {
      throw new ContractError('INVALID_REQUEST', 'passphrase: it does not open this file');
    }
  }
  throw new ContractError(
    'INVALID_REQUEST',
    'file: it was not sealed by this console, or it was changed, or the console’s secret has been replaced since',
  );
}
