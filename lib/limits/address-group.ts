// The unit that limits by address count: one IPv4 address, or one IPv6 /64, which is what a single subscriber usually gets.
// Invariant: idempotent, and every spelling of an address is the same group.
import { isIP, isIPv6 } from 'node:net';

/** The last two groups of an IPv6 address as the IPv4 address they hold. */
function mappedIPv4(high: string, low: string): string {
  const bits = parseInt(high, 16) * 0x1_0000 + parseInt(low, 16);
  return [24, 16, 8, 0].map((shift) => Math.floor(bits / 2 ** shift) % 256).join('.');
}

/** The eight groups without leading zeros. A URL parser knows every spelling; it has no zones. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  return [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after];
}

/** `192.0.2.1` for `::ffff:192.0.2.1`, `2001:db8:1:2::/64` for IPv6, everything else unchanged. */
export function addressGroup(address: string): string {
  const bare = address.split(/[%/]/)[0] ?? '';
  if (!isIPv6(bare)) return address;
  const groups = groupsOf(bare);
  const isMapped = groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff';
  if (isMapped) return mappedIPv4(groups[6] ?? '', groups[7] ?? '');
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/** Whether the text is an address, or what `addressGroup` makes of one. */
export function isAddressGroup(text: string): boolean {
  const isGroup =
    text.endsWith('::/64') && isIPv6(text.slice(0, -'/64'.length)) && addressGroup(text) === text;
  return isGroup || isIP(text) !== 0;
}
