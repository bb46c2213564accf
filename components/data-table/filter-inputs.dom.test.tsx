import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { controlsOf } from './filter-controls';
import { FilterInput } from './filter-inputs';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const [control] = controlsOf('tools.list', { fqn: 'Name' });

/** The values sent by a text filter on which `act` was done. */
function sentBy(type: (box: HTMLInputElement) => void): (string | undefined)[] {
  const sent: (string | undefined)[] = [];
  render(<FilterInput control={control!} filters={{}} onChange={({ fqn }) => sent.push(fqn)} />);
  type(screen.getByRole('textbox'));
  act(() => void vi.runAllTimers());
  return sent;
}

const input = (box: HTMLInputElement, value: string, isComposing: boolean) => {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(box, value);
  fireEvent(box, new InputEvent('input', { bubbles: true, isComposing }));
};

test('a text filters while it is typed', () => {
  expect(sentBy((box) => input(box, 'price', false))).toEqual(['price']);
});

test('text that an input method is composing is not sent until it is finished', () => {
  const composing = (box: HTMLInputElement) => {
    fireEvent.compositionStart(box);
    input(box, 'ni', true);
    input(box, 'nih', true);
  };
  expect(sentBy(composing)).toEqual([]);
  cleanup();
  const finished = sentBy((box) => {
    composing(box);
    input(box, '日本', true);
    fireEvent.compositionEnd(box);
  });
  expect(finished).toEqual(['日本']);
});
