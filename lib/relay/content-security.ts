// The Content-Security-Policy of documents (docs/decisions/016). Invariant: only scripts with the nonce and those they load run, nothing is
// evaluated, and no other origin is involved. Style attributes are allowed, since graphs and charts are drawn with them on the server.

/** `nonce`: unique per document. `development`: Next's development server evaluates code. */
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
