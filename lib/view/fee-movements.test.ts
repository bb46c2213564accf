import { expect, test } from 'vitest';
import { feeMovement, suiMoved, usMoved } from './fee-movements';
import { plainText } from './sentence-parts';

const NOTHING = { kind: null, amount: null, us_in: null, us_refunded: null, sui_out: null };
const SUI = 1_000_000_000n;

test.each([
  [{ kind: 'deposit_created', amount: SUI / 10n }, 'Deposited for an execution', SUI / 10n, null],
  [{ kind: 'withdrawn', amount: 2n * SUI, us_refunded: 0n }, 'Withdrawn by its leader', null, -2n * SUI],
  [
    { kind: 'withdrawn', amount: SUI, us_refunded: SUI },
    'Withdrawn by its leader, 1 US left in the vault',
    null,
    -SUI,
  ],
  [
    { kind: 'swap', sui_out: SUI, us_in: 3n * SUI, us_refunded: SUI },
    'Swapped SUI for US, 1 US returned',
    -SUI,
    3n * SUI,
  ],
  [{ kind: 'shares_collected', amount: 1_200n }, 'Collected deposits into 1,200 shares', null, null],
  [{ kind: 'vault_configured' }, 'Exchange rate set', null, null],
  [{ kind: 'vault_closed' }, 'vault closed', null, null],
])('%o', (row, words, sui, us) => {
  const whole = { ...NOTHING, ...row };
  expect(plainText(feeMovement(whole) ?? [])).toBe(words);
  expect([suiMoved(whole), usMoved(whole)]).toEqual([sui, us]);
});

test('an amount without a kind has no unit, and an unknown amount is no zero', () => {
  const amount = { ...NOTHING, amount: SUI };
  expect(plainText(feeMovement(amount) ?? [])).toBe('Movement of 1,000,000,000');
  expect([suiMoved(amount), usMoved(amount)]).toEqual([null, null]);
  expect(feeMovement(NOTHING)).toBeNull();
  expect(suiMoved({ ...NOTHING, kind: 'swap' })).toBeNull();
});
