// A value as one path segment. Invariant: never throws; a lone surrogate becomes U+FFFD.

export function pathSegment(value: string): string {
  return encodeURIComponent(value.replaceAll(/\p{Surrogate}/gu, '\ufffd'));
}
