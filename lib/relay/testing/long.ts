// Test sizes: short in `npm test`, the full counts of the fault list in `npm run test:long`.

// eslint-disable-next-line no-restricted-properties -- selects test sizes; no product module reads it
export const isLong = process.env['TEST_LONG'] === '1';

/** `few` in a short run, `many` in a long one. */
export const count = (few: number, many: number): number => (isLong ? many : few);
