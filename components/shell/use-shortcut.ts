'use client';
// Binds what a shortcut does while a component stands. One listener for all; of two that bind the same name the first has it.
// Invariant: nothing happens while somebody types, while a dialog or a menu is open, or when another listener has taken the key.
import { useLayoutEffect, useRef } from 'react';
import { shortcuts, type Shortcut, type ShortcutName } from './shortcuts';

type Run = (event: KeyboardEvent) => void;

const TYPING =
  'input:not([type=checkbox], [type=radio], [type=range]), textarea, select, [contenteditable="true"]';
const APART = '[role="dialog"], [role="menu"], [role="listbox"]';
/** How long the first key of two waits for the second. */
const SECOND_KEY_MS = 1500;

const bound = new Map<ShortcutName, Run[]>();
let first: { key: string; at: number } | null = null;

/** The key as the table writes it: modifiers that make a character (Shift+/ is ?) are in the character already. */
function pressed(event: KeyboardEvent): string {
  return `${event.ctrlKey || event.metaKey ? 'Mod+' : ''}${event.altKey ? 'Alt+' : ''}${event.key}`;
}

function isFor(shortcut: Shortcut | undefined, keys: readonly string[]): boolean {
  return shortcut?.keys.join() === keys.join() || shortcut?.or?.join() === keys.join();
}

function nameOf(keys: readonly string[]): ShortcutName | undefined {
  return [...bound.keys()].find((name) => isFor(shortcuts.get(name), keys));
}

/** Whether the key is the first of two. */
function begins(name: ShortcutName, key: string): boolean {
  const { keys = [] } = shortcuts.get(name) ?? {};
  return keys.length === 2 && keys[0] === key;
}

/** Space and Enter on a control are the control's own. */
function isOnControl(event: KeyboardEvent, target: Element): boolean {
  return event.key === ' ' && target.closest('button, input, summary, [role="tab"], [role="radio"]') !== null;
}

function onKeyDown(event: KeyboardEvent): void {
  const key = pressed(event);
  const target = event.target instanceof Element ? event.target : document.body;
  const command = key.startsWith('Mod+');
  if (event.defaultPrevented || isOnControl(event, target)) return;
  if (!command && (target.closest(TYPING) !== null || target.closest(APART) !== null)) return;
  const before = first !== null && event.timeStamp - first.at < SECOND_KEY_MS ? first.key : null;
  first = null;
  const name = (before === null ? undefined : nameOf([before, key])) ?? nameOf([key]);
  const run = name === undefined ? undefined : bound.get(name)?.[0];
  if (run !== undefined) {
    event.preventDefault();
    run(event);
  } else if ([...bound.keys()].some((one) => begins(one, key))) first = { key, at: event.timeStamp };
}

function bind(name: ShortcutName, run: Run): () => void {
  if (bound.size === 0) document.addEventListener('keydown', onKeyDown);
  bound.set(name, [...(bound.get(name) ?? []), run]);
  return () => {
    const left = (bound.get(name) ?? []).filter((one) => one !== run);
    if (left.length > 0) bound.set(name, left);
    else bound.delete(name);
    if (bound.size === 0) document.removeEventListener('keydown', onKeyDown);
  };
}

/** Which shortcuts do something on the page that stands now. */
export function boundNow(): ReadonlySet<ShortcutName> {
  return new Set(bound.keys());
}

/** `run` undefined: the shortcut does nothing here now. */
export function useShortcut(name: ShortcutName, run: Run | undefined): void {
  const latest = useRef(run);
  // Both with the drawing itself: an effect comes after it is seen, and a key may be sooner.
  useLayoutEffect(() => {
    latest.current = run;
  });
  const does = run !== undefined;
  useLayoutEffect(() => (does ? bind(name, (event) => latest.current?.(event)) : undefined), [name, does]);
}
