// What goes with every answer of the console, whoever gives it: next.config.mjs sets it for Next's own, serve-stream.ts for the stream's, which Next does
// not see. Plain JavaScript, because next.config.mjs reads it. The policy of a document needs a nonce and is proxy.ts's.

export const ALWAYS = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'same-origin',
  'Permissions-Policy':
    'accelerometer=(), browsing-topics=(), camera=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** What is no document has nothing to load, whoever opens it. */
export const NO_DOCUMENT = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
};
