// Test sizes: short in `npm test`, the full counts in `npm run test:long`.

export const isLong = process.env['TEST_LONG'] === '1';

/** `few` in a short run, `many` in a long one. */
export const count = (few: number, many: number): number => (isLong ? many : few);
