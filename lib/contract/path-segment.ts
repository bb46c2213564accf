// A value as one segment of a path. Invariant: never throws, whatever an index sent: half a surrogate pair, which no address can hold, becomes U+FFFD,
// and what is asked with it is answered as unknown.

export function pathSegment(value: string): string {
  return encodeURIComponent(value.replaceAll(/\p{Surrogate}/gu, '\ufffd'));
}
