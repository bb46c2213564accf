import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useShortcut } from './shortcuts';

const press = (...keys: string[]) => {
  for (const key of keys) fireEvent.keyDown(document.activeElement ?? document.body, { key });
};

function Page({ onFailure, onFees, onStep }: Record<'onFailure' | 'onFees' | 'onStep', () => void>) {
  useShortcut('run-failure', onFailure);
  useShortcut('go Priority fees', onFees);
  useShortcut('run-on', onStep);
  return (
    <>
      <input type="range" aria-label="step" />
      <input type="text" aria-label="search" />
    </>
  );
}

test('the second key of a sequence does not trigger its own shortcut', () => {
  const [onFailure, onFees, onStep] = [vi.fn(), vi.fn(), vi.fn()];
  render(<Page onFailure={onFailure} onFees={onFees} onStep={onStep} />);
  press('g', 'f');
  expect([onFailure.mock.calls.length, onFees.mock.calls.length]).toEqual([0, 1]);
  press('f');
  expect([onFailure.mock.calls.length, onFees.mock.calls.length]).toEqual([1, 1]);
});

test('keys work on a slider, where nothing can be typed, and not in a text field', () => {
  const [onFailure, onFees, onStep] = [vi.fn(), vi.fn(), vi.fn()];
  render(<Page onFailure={onFailure} onFees={onFees} onStep={onStep} />);
  screen.getByLabelText('step').focus();
  press(']');
  expect(onStep).toHaveBeenCalledTimes(1);
  screen.getByLabelText('search').focus();
  press(']', 'f');
  expect(onStep).toHaveBeenCalledTimes(1);
  expect(onFailure).not.toHaveBeenCalled();
});
