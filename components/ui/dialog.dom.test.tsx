import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { Dialog } from './dialog';

/** A dialog that stands only while it is open, as all of ours do. */
function Page() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Export
      </button>
      {open && (
        <Dialog open onOpenChange={setOpen} title="Export rows">
          <p>Which rows?</p>
        </Dialog>
      )}
    </>
  );
}

test('moves the focus into the dialog, and back when it closes', async () => {
  render(<Page />);
  const opener = screen.getByRole('button', { name: 'Export' });
  opener.focus();
  fireEvent.click(opener);
  const box = await screen.findByRole('dialog');
  await waitFor(() => expect(box.contains(document.activeElement)).toBe(true));
  fireEvent.keyDown(document.activeElement ?? box, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(opener));
});
