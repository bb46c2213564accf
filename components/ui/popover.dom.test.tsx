import { fireEvent, render, screen } from '@testing-library/react';
import { lazy, useState } from 'react';
import { expect, test } from 'vitest';
import { Popover } from './popover';
// Loaded before the test, so that the test does not wait for it.
import './popover-box';

test('shows a loading text until its content has loaded, and Escape closes it', async () => {
  let arrive = () => undefined as void;
  const code = new Promise<void>((resolve) => (arrive = resolve));
  const Later = lazy(async () => {
    await code;
    return { default: () => <p>the content</p> };
  });
  function Menu() {
    const [open, setOpen] = useState(false);
    return (
      <Popover open={open} onOpenChange={setOpen} label="Menu" trigger={<button type="button">Open</button>}>
        <Later />
      </Popover>
    );
  }
  render(<Menu />);
  fireEvent.click(screen.getByRole('button', { name: 'Open' }));
  const box = await screen.findByRole('dialog', { name: 'Menu' });
  expect(box.textContent).toBe('Loading…');
  arrive();
  expect(await screen.findByText('the content')).toBeDefined();
  fireEvent.keyDown(box, { key: 'Escape' });
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole('button', { name: 'Open' }).getAttribute('aria-expanded')).toBe('false');
});
