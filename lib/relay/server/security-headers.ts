// Headers of every response, from any handler. Invariant: a response without a policy of its own (proxy.ts sets one on
// documents) may load and run nothing; files of the build may run scripts of the build, as workers do.
import type { Handler } from './handler';

const HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'same-origin',
  'Permissions-Policy':
    'accelerometer=(), browsing-topics=(), camera=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};
const NO_CONTENT_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";
const BUILD_FILE_POLICY = "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'";

/** `development`: Next's server there serves workers that evaluate code, so its files get no policy. */
export const setSecurityHeaders =
  ({ development }: { development: boolean }): Handler =>
  ({ url = '' }, response, next) => {
    for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
    const buildFile = url.startsWith('/_next/');
    if (!buildFile || !development)
      response.setHeader('Content-Security-Policy', buildFile ? BUILD_FILE_POLICY : NO_CONTENT_POLICY);
    return next();
  };
