// What a page of the console may load and run, as its Content-Security-Policy (docs/decisions/016). Invariant: no script runs that this server did not name
// by nonce or load from such a script; nothing is evaluated from text; nothing is loaded from, sent to or framed by another origin.
// Style attributes are allowed: the graph and the charts are drawn with them on the server. The headers that need no nonce are answer-headers.mjs's.

/** `nonce`: made anew for each document. `development`: Next's own server there evaluates code and talks over a web socket. */
export function contentSecurity(nonce: string, { development }: { development: boolean }): string {
  const rules = [
    `default-src 'self'`,
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? ` 'unsafe-eval'` : ''}`,
    `style-src 'self' ${development ? `'unsafe-inline'` : `'nonce-${nonce}'`}`,
    `style-src-attr 'unsafe-inline'`,
    `img-src 'self' data: blob:`,
    `font-src 'self'`,
    `connect-src 'self'`,
    `worker-src 'self'`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
  ];
  return rules.join('; ');
}
