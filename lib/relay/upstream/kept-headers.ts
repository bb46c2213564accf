// The index's response headers that reach a browser. Invariant: allowed names and short plain values only; cookies and server names stay here.
const KEPT = /^(ratelimit-[a-z]+|retry-after|x-request-id|x-error-code)$/;
const PLAIN = /^[\w ,:.;=+-]{1,100}$/;

export function keptHeaders(headers: Headers): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name, value]) => KEPT.test(name) && PLAIN.test(value)));
}
