import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { CopyButton } from './copy-button';
import { CopyNotice } from './copy-notice';
import { copyText, notifyCopied } from './copy-text';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(document, 'execCommand');
});

/** A page over plain HTTP: no clipboard API, and a command that copies what a listener sets. */
function withoutClipboard(allowed: boolean): () => string | null {
  let clipboard: string | null = null;
  vi.stubGlobal('navigator', { ...navigator, clipboard: undefined });
  document.execCommand = () => {
    if (!allowed) return false;
    const event = new Event('copy', { bubbles: true, cancelable: true });
    const clipboardData = { setData: (_type: string, text: string) => (clipboard = text) };
    (document.activeElement ?? document).dispatchEvent(Object.assign(event, { clipboardData }));
    return true;
  };
  return () => clipboard;
}

it('copies by the command of the browser where there is no clipboard API, and gives the focus back', async () => {
  const clipboard = withoutClipboard(true);
  render(<CopyButton text={'a\r\nb'} label="ID" />);
  const button = screen.getByRole('button', { name: 'Copy ID' });
  button.focus();
  await act(async () => fireEvent.click(button));
  expect(screen.getByRole('button', { name: 'Copied' })).toBe(document.activeElement);
  expect(clipboard()).toBe('a\r\nb');
  expect(document.querySelector('textarea')).toBeNull();
});

it('says why nothing was copied', async () => {
  withoutClipboard(false);
  render(<CopyNotice />);
  await act(() => copyText('a'));
  expect(screen.getByRole('status').textContent).toContain('the browser blocked it');
});

it('says that it copied where no button shows it', async () => {
  withoutClipboard(true);
  render(<CopyNotice />);
  await act(() => copyText('a'));
  expect(screen.getByRole('status').textContent).toBe('Copied');
  act(() => notifyCopied({ done: true, cut: true }));
  expect(screen.getByRole('status').textContent).toContain('a long text is cut off');
});
