import { describe, expect, it } from 'vitest';
import { formatAligned, formatCompact } from './column-amounts';

describe('formatAligned', () => {
  it.each([
    [113_000_000n, 4, '0.1130'],
    [2_000_000_000n, 4, '2.0000'],
    [999_960_000n, 4, '1.0000'],
    [-31_876_942n, 6, '−0.031877'],
    [419_107n, 4, '0.000419107'],
    [0n, 4, '0'],
  ])('%s', (value, decimals, text) => expect(formatAligned(value, decimals)).toBe(text));
});

describe('formatCompact', () => {
  it.each([
    [33_654_023n, '33.7 M'],
    [132_000_000n, '132.0 M'],
    [-1_250n, '−1.3 k'],
    [9_223_372_036_854_775_807n, '9,223,372,036.9 B'],
    [999n, '999'],
    [0n, '0'],
  ])('%s', (value, text) => expect(formatCompact(value)).toBe(text));
});
