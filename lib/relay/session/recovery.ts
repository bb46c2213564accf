// Files that bring a key back. A recovery file is sealed by the visitor's passphrase (scrypt, AES-256-GCM) and then by the console's
// secret; a claim file, which holds an unreadable claim response, by the secret alone. Invariant: a changed file does not open.
import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import * as z from 'zod';
import { ContractError } from '@/lib/contract/errors';
import { PRINTABLE_KEY } from '@/lib/contract/keys';
import type { ClaimFile, RecoveryFile } from '@/lib/contract/session';
import { REQUEST_LIMITS } from '@/lib/relay/limits';
import type { SharedRateLimit } from '@/lib/relay/redis/shared-limits';
import { hashOf } from '@/lib/relay/hash';
import { openSeal, seal } from './session-cookie';

/** About a tenth of a second and 32 MiB per guess. */
const COST = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };
const CIPHER = 'aes-256-gcm';
const NEVER_EXPIRES = 0;

const MAX_CLAIM_TEXT = 7_500;

const savedKey = z.object({
  key: z.string().regex(PRINTABLE_KEY),
  index_url: z.string(),
  expires_at: z.string().nullable(),
});
type SavedKey = z.output<typeof savedKey>;
const outer = z.object({
  kind: z.literal('recovery'),
  salt: z.string(),
  nonce: z.string(),
  tag: z.string(),
  text: z.string(),
});
const NOT_OURS = "file: Not created by this console, modified since, or the console's secret has changed.";
const claimContent = z.object({ kind: z.literal('claim'), index_url: z.string(), text: z.string() });

type DeriveKey = ReturnType<typeof createKeyDerivation>;

export function createKeyDerivation() {
  const waiting: (() => void)[] = [];
  let running = 0;
  const derive = (passphrase: string, salt: Buffer) =>
    new Promise<Buffer>((resolve, reject) =>
      // The same passphrase typed on two keyboards can be two byte strings.
      scrypt(passphrase.normalize('NFKC'), salt, 32, COST, (error, key) =>
        error === null ? resolve(key) : reject(error),
      ),
    );
  /** Derives a key from a passphrase. Throws RATE_LIMITED when too many wait. */
  return async (passphrase: string, salt: Buffer): Promise<Buffer> => {
    if (running < REQUEST_LIMITS.passphrasesAtOnce) running += 1;
    else if (waiting.length < REQUEST_LIMITS.passphrasesWaiting)
      await new Promise<void>((start) => waiting.push(start));
    else
      throw new ContractError('RATE_LIMITED', 'Too many recovery files are being opened.', {
        headers: { 'Retry-After': '5' },
      });
    try {
      return await derive(passphrase, salt);
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}

/** The readable part of a file is bound into the seal: it cannot be changed, or put on another file. */
function associatedData({ format, network, key_id, made_at }: Omit<RecoveryFile, 'sealed'>): Buffer {
  return Buffer.from(JSON.stringify([format, network, key_id, made_at]));
}

interface FileFacts {
  network: string;
  /** In milliseconds. */
  now: number;
  secrets: readonly string[];
}

export async function makeRecoveryFile(
  { network, key_id, now, secrets }: FileFacts & { key_id: string | null },
  saved: SavedKey,
  { passphrase, derive }: { passphrase: string; derive: DeriveKey },
): Promise<RecoveryFile> {
  const readable = {
    format: 'dagscope-recovery-1' as const,
    network,
    key_id,
    made_at: new Date(now).toISOString(),
  };
  const [salt, nonce] = [randomBytes(16), randomBytes(12)];
  const cipher = createCipheriv(CIPHER, await derive(passphrase, salt), nonce).setAAD(
    associatedData(readable),
  );
  const text = Buffer.concat([cipher.update(JSON.stringify(saved), 'utf8'), cipher.final()]);
  const base64 = (bytes: Buffer) => bytes.toString('base64url');
  const content: z.output<typeof outer> = {
    kind: 'recovery',
    salt: base64(salt),
    nonce: base64(nonce),
    tag: base64(cipher.getAuthTag()),
    text: base64(text),
  };
  return { ...readable, sealed: await seal(content, secrets, NEVER_EXPIRES) };
}

/** Opens a file. Throws INVALID_REQUEST naming the file or the passphrase, RATE_LIMITED after too many guesses. */
export async function openRecoveryFile(
  file: RecoveryFile,
  options: { passphrase: string; secrets: readonly string[]; derive: DeriveKey; guesses: SharedRateLimit },
): Promise<SavedKey> {
  const parts = await openSeal(file.sealed, outer, options.secrets, NEVER_EXPIRES);
  if (parts === undefined) throw new ContractError('INVALID_REQUEST', NOT_OURS);
  // Counted by the part that an attacker cannot vary without this console's secret.
  await options.guesses.take(`recovery ${hashOf(parts.salt)}`, REQUEST_LIMITS.guessesPerRecoveryFile);
  const bytes = (name: 'salt' | 'nonce' | 'tag' | 'text') => Buffer.from(parts[name], 'base64url');
  const key = await options.derive(options.passphrase, bytes('salt'));
  try {
    const decipher = createDecipheriv(CIPHER, key, bytes('nonce'))
      .setAAD(associatedData(file))
      .setAuthTag(bytes('tag'));
    const text = Buffer.concat([decipher.update(bytes('text')), decipher.final()]);
    return savedKey.parse(JSON.parse(text.toString('utf8')));
  } catch {
    throw new ContractError('INVALID_REQUEST', 'passphrase: Wrong passphrase for this file');
  }
}

/** Seals the text of a response to a claim, so that /restore can look for the key again. */
export async function makeClaimFile(
  { network, now, secrets }: FileFacts,
  content: { index_url: string; text: string },
): Promise<ClaimFile> {
  const sealedContent = { kind: 'claim', ...content, text: content.text.slice(0, MAX_CLAIM_TEXT) };
  return {
    format: 'dagscope-claim-1',
    network,
    made_at: new Date(now).toISOString(),
    sealed: await seal(sealedContent, secrets, NEVER_EXPIRES),
  };
}

/** Throws INVALID_REQUEST when this console did not seal the file. */
export async function openClaimFile(
  file: ClaimFile,
  secrets: readonly string[],
): Promise<{ index_url: string; text: string }> {
  const content = await openSeal(file.sealed, claimContent, secrets, NEVER_EXPIRES);
  if (content === undefined) throw new ContractError('INVALID_REQUEST', NOT_OURS);
  return content;
}
