// Rejects requests for a host name that is not ours, so that a foreign name that resolves to this server (DNS rebinding) reaches nothing.
import { refuse, type Handler } from './handler';

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** The name in a Host header, without its port. */
const nameOf = (host: string) => host.toLowerCase().replace(/:\d*$/, '');

/** Loopback names and the host of PUBLIC_URL are allowed. Health checks may use any name. */
export const checkHost =
  (publicUrl: URL | undefined): Handler =>
  ({ headers, url }, response, next) => {
    // Only a trusted proxy's header survives up to here.
    const forwarded = String(headers['x-forwarded-host'] ?? '')
      .split(',')[0]
      ?.trim();
    const name = nameOf(forwarded || (headers.host ?? ''));
    if (url === '/healthz' || LOOPBACK.test(name) || name === publicUrl?.hostname) return next();
    return refuse(response, 421, 'Unknown host. The operator sets PUBLIC_URL to allow it.');
  };
