'use client';
// Every keyboard shortcut, and binding one while a component is mounted; the first binding of a name wins.
// Invariant: no two share keys; nothing runs while typing, in a dialog or menu, or after preventDefault.
import { useLayoutEffect, useRef } from 'react';
import { keyOf } from '@/components/ui/keys';
import { NAV } from './navigation';

export interface Shortcut {
  /** Pressed in sequence; `Mod+` is Ctrl, or Command on a Mac. */
  keys: readonly string[];
  or?: readonly string[];
  does: string;
  where: 'everywhere' | 'go to' | 'tables' | 'column headers' | 'executions';
  /** Handled by the browser or the control itself; listed, not bound. */
  native?: true;
  href?: string;
}

const fixed = {
  search: { keys: ['/'], or: ['Mod+k'], does: 'Search or run a command', where: 'everywhere' },
  sheet: { keys: ['?'], does: 'Keyboard shortcuts', where: 'everywhere' },
  leave: { keys: ['Escape'], does: 'Close', where: 'everywhere', native: true },
  requests: { keys: ['r'], does: 'API requests', where: 'everywhere' },
  'row-next': { keys: ['j'], does: 'Next row', where: 'tables' },
  'row-before': { keys: ['k'], does: 'Previous row', where: 'tables' },
  'row-open': {
    keys: ['Enter'],
    does: 'Open row (with Ctrl: in a new tab)',
    where: 'tables',
    native: true,
  },
  'row-values': {
    keys: ['ArrowRight'],
    or: ['ArrowLeft'],
    does: 'Next or previous value of the row, with its details',
    where: 'tables',
    native: true,
  },
  'row-peek': { keys: [' '], does: 'Preview row; j and k change the row', where: 'tables' },
  'row-into': { keys: ['i'], does: 'Move focus into the preview', where: 'tables' },
  'row-copy': { keys: ['y'], does: 'Copy ID', where: 'tables' },
  'row-select': { keys: ['s'], does: 'Select row', where: 'tables' },
  'head-sort': { keys: ['Enter'], does: 'Sort', where: 'column headers', native: true },
  'run-failure': { keys: ['f'], does: 'First failure', where: 'executions' },
  'run-back': { keys: ['['], does: 'Replay: previous step', where: 'executions' },
  'run-on': { keys: [']'], does: 'Replay: next step', where: 'executions' },
  'run-play': { keys: ['p'], does: 'Replay: play or pause', where: 'executions' },
} as const satisfies Record<string, Shortcut>;

export type ShortcutName = keyof typeof fixed | `go ${string}`;

const pages = NAV.flatMap(({ items }) => items).map(
  ({ title, href, key }) =>
    [`go ${title}`, { keys: ['g', key], does: title, where: 'go to', href }] satisfies [
      ShortcutName,
      Shortcut,
    ],
);

export const shortcuts: ReadonlyMap<ShortcutName, Shortcut> = new Map<ShortcutName, Shortcut>([
  ...(Object.entries(fixed) as [ShortcutName, Shortcut][]),
  ...pages,
]);

export function keyLabel(key: string): string {
  return key
    .replace('Mod+', 'Ctrl ')
    .replace(/^ $/, 'Space')
    .replace('ArrowRight', '→')
    .replace('ArrowLeft', '←');
}

type Run = (event: KeyboardEvent) => void;

const TYPING =
  'input:not([type=checkbox], [type=radio], [type=range]), textarea, select, [contenteditable="true"]';
const OVERLAY = '[role="dialog"], [role="menu"], [role="listbox"]';
/** Time allowed between two keys of a sequence. */
const SECOND_KEY_MS = 1500;

const bound = new Map<ShortcutName, Run[]>();
let first: { key: string; at: number } | null = null;

function isFor(shortcut: Shortcut | undefined, keys: readonly string[]): boolean {
  return shortcut?.keys.join() === keys.join() || shortcut?.or?.join() === keys.join();
}

function nameOf(keys: readonly string[]): ShortcutName | undefined {
  return [...bound.keys()].find((name) => isFor(shortcuts.get(name), keys));
}

/** Whether the key starts a sequence. */
function begins(name: ShortcutName, key: string): boolean {
  const { keys = [] } = shortcuts.get(name) ?? {};
  return keys.length === 2 && keys[0] === key;
}

/** Space on a control belongs to the control. */
function isOnControl(event: KeyboardEvent, target: Element): boolean {
  return event.key === ' ' && target.closest('button, input, summary, [role="tab"], [role="radio"]') !== null;
}

function onKeyDown(event: KeyboardEvent): void {
  const key = keyOf(event);
  const target = event.target instanceof Element ? event.target : document.body;
  const command = key.startsWith('Mod+');
  if (event.defaultPrevented || isOnControl(event, target)) return;
  if (!command && (target.closest(TYPING) !== null || target.closest(OVERLAY) !== null)) return;
  const before = first !== null && event.timeStamp - first.at < SECOND_KEY_MS ? first.key : null;
  first = null;
  const name = (before === null ? undefined : nameOf([before, key])) ?? nameOf([key]);
  const run = name === undefined ? undefined : bound.get(name)?.[0];
  if (run !== undefined) {
    event.preventDefault();
    run(event);
  } else if ([...bound.keys()].some((name) => begins(name, key))) first = { key, at: event.timeStamp };
}

function bind(name: ShortcutName, run: Run): () => void {
  if (bound.size === 0) document.addEventListener('keydown', onKeyDown);
  bound.set(name, [...(bound.get(name) ?? []), run]);
  return () => {
    const remaining = (bound.get(name) ?? []).filter((other) => other !== run);
    if (remaining.length > 0) bound.set(name, remaining);
    else bound.delete(name);
    if (bound.size === 0) document.removeEventListener('keydown', onKeyDown);
  };
}

/** The shortcuts that work on this page now. */
export function activeShortcuts(): ReadonlySet<ShortcutName> {
  return new Set(bound.keys());
}

/** `run` undefined: inactive. */
export function useShortcut(name: ShortcutName, run: Run | undefined): void {
  const latest = useRef(run);
  // Layout effects: a key may be pressed before passive effects run.
  useLayoutEffect(() => {
    latest.current = run;
  });
  const does = run !== undefined;
  useLayoutEffect(() => (does ? bind(name, (event) => latest.current?.(event)) : undefined), [name, does]);
}
