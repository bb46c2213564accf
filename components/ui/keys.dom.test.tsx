import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Dialog } from './dialog';
import { InputMethodGuard, keyOf } from './keys';

const key = (init: KeyboardEventInit & { key: string }) => keyOf(new KeyboardEvent('keydown', init));

test.each([
  ['Russian', { key: 'о', code: 'KeyJ' }, 'j'],
  ['Russian bracket', { key: 'х', code: 'BracketLeft' }, '['],
  ['Russian with Shift', { key: 'П', code: 'KeyG', shiftKey: true }, 'G'],
  ['Russian with Caps Lock', { key: 'П', code: 'KeyG' }, 'g'],
  ['Russian with Ctrl', { key: 'л', code: 'KeyK', ctrlKey: true }, 'Mod+k'],
  ['Greek', { key: 'γ', code: 'KeyG' }, 'g'],
  ['Hebrew', { key: 'כ', code: 'KeyF' }, 'f'],
  ['Arabic of two characters', { key: 'لا', code: 'KeyB' }, 'b'],
  ['Arabic question mark', { key: '؟', code: 'Slash', shiftKey: true }, '?'],
  ['Korean', { key: 'ㅓ', code: 'KeyJ' }, 'j'],
  ['QWERTZ', { key: 'y', code: 'KeyZ' }, 'y'],
  ['AZERTY', { key: 'a', code: 'KeyQ' }, 'a'],
  ['AZERTY slash', { key: '/', code: 'Period', shiftKey: true }, '/'],
  ['Latin letter with an accent', { key: 'ü', code: 'BracketLeft' }, 'ü'],
  ['Caps Lock', { key: 'J', code: 'KeyJ' }, 'j'],
  [
    'AltGr on Windows',
    { key: '[', code: 'Digit8', ctrlKey: true, altKey: true, modifierAltGraph: true },
    '[',
  ],
  ['Ctrl and Alt', { key: 'q', code: 'KeyQ', ctrlKey: true, altKey: true }, 'Mod+Alt+q'],
  ['a named key', { key: 'Enter', code: 'Enter' }, 'Enter'],
])('%s', (_, init, expected) => expect(key(init)).toBe(expected));

test.each([
  ['German', { key: '[', code: 'Digit5' }, '[', 'Alt+['],
  ['French', { key: ']', code: 'Minus', shiftKey: true }, ']', 'Alt+]'],
  ['Danish', { key: ']', code: 'Digit9' }, ']', 'Alt+]'],
  ['Italian', { key: '[', code: 'BracketLeft' }, '[', 'Alt+['],
  ['American letter', { key: '∆', code: 'KeyJ' }, 'Alt+j', 'Alt+j'],
  ['American letter with an accent', { key: 'å', code: 'KeyA' }, 'Alt+å', 'Alt+å'],
  ['with Command', { key: '[', code: 'Digit5', metaKey: true }, 'Mod+Alt+[', 'Mod+Alt+['],
  ['a named key', { key: 'ArrowLeft', code: 'ArrowLeft' }, 'Alt+ArrowLeft', 'Alt+ArrowLeft'],
])('Option on a Mac and Alt elsewhere: %s', (_, init, onMac, elsewhere) => {
  const agent = vi
    .spyOn(navigator, 'userAgent', 'get')
    .mockReturnValue('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)');
  expect(key({ ...init, altKey: true })).toBe(onMac);
  agent.mockReturnValue('Mozilla/5.0 (Windows NT 10.0; Win64; x64)');
  expect(key({ ...init, altKey: true })).toBe(elsewhere);
  agent.mockRestore();
});

test('keys of an input method reach no handler, dialog or form', () => {
  const [onKey, onClose] = [vi.fn(), vi.fn()];
  render(
    <>
      <InputMethodGuard />
      <Dialog open onOpenChange={onClose} title="Label">
        <input aria-label="name" onKeyDown={onKey} />
      </Dialog>
    </>,
  );
  const input = screen.getByLabelText('name');
  for (const composing of [{ isComposing: true }, { keyCode: 229 }])
    for (const pressed of ['Enter', 'Escape', 'ArrowDown'])
      // False: its default action, such as sending the form, is prevented.
      expect(fireEvent.keyDown(input, { key: pressed, ...composing })).toBe(pressed !== 'Enter');
  expect([onKey.mock.calls.length, onClose.mock.calls.length]).toEqual([0, 0]);
  fireEvent.keyDown(input, { key: 'Enter' });
  fireEvent.keyDown(input, { key: 'Escape' });
  expect([onKey.mock.calls.length, onClose.mock.calls.length]).toEqual([2, 1]);
});
