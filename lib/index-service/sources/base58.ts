// Base58 as digests are written in it.

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** A leading zero byte is written as '1'. */
export function base58(bytes: Uint8Array): string {
  const firstNonZero = bytes.findIndex((byte) => byte !== 0);
  let text = '';
  for (let value = BigInt(`0x${Buffer.from(bytes).toString('hex')}`); value > 0n; value /= 58n)
    text = (ALPHABET[Number(value % 58n)] ?? '') + text;
  return '1'.repeat(firstNonZero === -1 ? bytes.length : firstNonZero) + text;
}

/** The 32 bytes of a digest. */
export function digestBytes(digest: string): Uint8Array {
  const value = [...digest].reduce((sum, letter) => sum * 58n + BigInt(ALPHABET.indexOf(letter)), 0n);
  return Buffer.from(value.toString(16).padStart(64, '0'), 'hex');
}
