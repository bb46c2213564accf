// Derives the visitor's address and passes it to the rest of the relay in a header whose name is random per process.
// Invariant: clients can neither set that header nor, unless they are a trusted proxy, any X-Forwarded header.
import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { isIP, isIPv6, type BlockList } from 'node:net';
import { addressGroup } from '@/lib/limits/address-group';
import { headerOf } from '@/lib/relay/incoming';
import { onceInProcess } from '@/lib/relay/singleton';
import type { Handler } from './request-head';

/** Exported for tests, which have no server in front of them. */
export const ADDRESS_HEADER = onceInProcess(
  'client-address-header',
  () => `x-client-address-${randomBytes(12).toString('hex')}`,
);
const FORWARDED = /^(x-forwarded-.*|forwarded|x-real-ip)$/;
/** What is read of it. A proxy replaces these, and may pass on the others as a visitor sent them. */
const READ = /^x-forwarded-(for|host|proto)$/;

/** `''` where nothing set the header (plain `next start`): all visitors then share one limit. */
export function clientAddress(headers: Headers | IncomingHttpHeaders): string {
  return headerOf(headers, ADDRESS_HEADER) ?? '';
}

export function isTrusted(address: string, proxies: BlockList): boolean {
  return isIP(address) !== 0 && proxies.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/** An address as proxies write it: `192.0.2.1:4711`, `[2001:db8::1]:4711`, `"[2001:db8::1]"`. */
function withoutPort(text: string): string {
  const [, bracketed, v4] = /^"?(?:\[([^\]]*)\]|([\d.]+))(?::\d*)?"?$/.exec(text) ?? [];
  return bracketed ?? v4 ?? text;
}

/** The rightmost address of the chain that is not a trusted proxy: everything left of it may be made up. */
export function originalAddress(socket: string, forwardedFor: string, proxies: BlockList): string {
  const chain = [...forwardedFor.split(',').map((part) => withoutPort(part.trim())), socket];
  let found = socket;
  for (const address of chain.reverse()) {
    if (isIP(address) === 0) return found;
    found = address;
    if (!isTrusted(address, proxies)) return found;
  }
  return found;
}

/** Limits count IPv6 by /64, so that is what the header carries. */
export const passClientAddress =
  (proxies: BlockList): Handler =>
  ({ headers, socket }, _response, next) => {
    const remote = socket.remoteAddress ?? '';
    const forwardedFor = String(headers['x-forwarded-for'] ?? '');
    const trusted = isTrusted(remote, proxies);
    for (const name of Object.keys(headers))
      if (FORWARDED.test(name) && !(trusted && READ.test(name))) delete headers[name];
    headers[ADDRESS_HEADER] = addressGroup(originalAddress(remote, forwardedFor, proxies));
    return next();
  };
