// The unit that limits by address count: one IPv4 address, or one IPv6 /64, which is what a single subscriber usually gets.
// Invariant: idempotent, so that a grouped address may be grouped again.
import { isIPv6 } from 'node:net';

const V4_MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** `192.0.2.1` for `::ffff:192.0.2.1`, `2001:db8:1:2::/64` for IPv6, everything else unchanged. */
export function addressGroup(address: string): string {
  const mapped = V4_MAPPED.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const bare = address.split('%')[0] ?? '';
  if (!isIPv6(bare)) return address;
  const [head = '', tail] = bare.toLowerCase().split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const gap = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...Array<string>(gap).fill('0'), ...after];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}
