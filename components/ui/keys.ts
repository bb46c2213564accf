'use client';
// Which key a reader pressed, on any keyboard layout and with any input method.
import { useEffect } from 'react';

/** The characters of an American keyboard where other layouts have letters of their script. */
const SYMBOLS: ReadonlyMap<string, readonly [plain: string, shifted: string]> = new Map([
  ['BracketLeft', ['[', '{']],
  ['BracketRight', [']', '}']],
  ['Slash', ['/', '?']],
]);

const LATIN = /^[\x20-\x7e\p{Script=Latin}]/u;

/** The key on a Latin layout: its character, or for another script, what is at its place on the keyboard. */
function latinKey({ key, code, shiftKey }: KeyboardEvent): string {
  const symbol = SYMBOLS.get(code)?.[shiftKey ? 1 : 0];
  const inPlace = /^Key([A-Z])$/.exec(code)?.[1] ?? symbol ?? key;
  const character = LATIN.test(key) ? key : inPlace;
  if (!/^\p{L}$/u.test(character)) return character;
  // Caps Lock is not Shift.
  return shiftKey ? character.toUpperCase() : character.toLowerCase();
}

/** A Mac has no AltGr: many layouts print signs such as `[` with Option. For a letter it is a modifier. */
function isPrintedByOption({ key, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return altKey && !ctrlKey && !metaKey && /^[!-/:-@[-`{-~]$/.test(key) && /Mac/.test(navigator.userAgent);
}

/** The key with its modifiers: `j`, `?`, `Mod+k`. `Mod+` is Ctrl or Command; Shift and AltGr are part of the character. */
export function keyOf(event: KeyboardEvent): string {
  const key = latinKey(event);
  // Windows reports AltGr as Ctrl and Alt too.
  if (event.getModifierState('AltGraph') || isPrintedByOption(event)) return key;
  return `${event.ctrlKey || event.metaKey ? 'Mod+' : ''}${event.altKey ? 'Alt+' : ''}${key}`;
}

/** Safari ends a composition before its last key, which can only be recognised by this code. */
const INPUT_METHOD_CODE = 229;

function keepKeyOfInputMethod(event: KeyboardEvent): void {
  if (!event.isComposing && event.keyCode !== INPUT_METHOD_CODE) return;
  event.stopImmediatePropagation();
  // Ends the composition; it must not send the form too.
  if (event.key === 'Enter') event.preventDefault();
}

/** While text is composed, its keys belong to the input method: no handler of the page sees them. */
export function InputMethodGuard() {
  useEffect(() => {
    const listeners = new AbortController();
    // Before every other listener, those of Radix on the document included.
    window.addEventListener('keydown', keepKeyOfInputMethod, { capture: true, signal: listeners.signal });
    return () => listeners.abort();
  }, []);
  return null;
}
