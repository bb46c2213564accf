// Which of the index's headers reach a browser: how long to wait, how much is left, and what to quote. Invariant: an allow list of names, and of each a
// short, plain value; cookies, addresses and names of servers stay on this side.
const KEPT = /^(ratelimit-[a-z]+|retry-after|x-request-id|x-error-code)$/;
const PLAIN = /^[\w ,:.;=+-]{1,100}$/;

export function keptHeaders(headers: Headers): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name, value]) => KEPT.test(name) && PLAIN.test(value)));
}
