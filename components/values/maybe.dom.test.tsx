import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Maybe } from './maybe';

it('null is unknown, and why', () => {
  const { container } = render(<Maybe value={null} reason="not read from chain yet" />);
  expect(container.textContent).toBe('unknown: not read from chain yet');
});

it('where there is nothing to know, it does not say unknown', () => {
  const { container } = render(<Maybe value={null} reason="not applicable: it is registered" />);
  expect(container.textContent).not.toContain('unknown');
  expect(screen.getByText('not applicable: it is registered')).toBeTruthy();
});

it('zero, false and the empty text are values', () => {
  const { container } = render(
    <>
      <Maybe value={0n} reason="r" />
      <Maybe value={false} reason="r" />
      <Maybe value="" reason="r" />
    </>,
  );
  expect(container.textContent).toBe('0noempty text');
});
