// THE KEYS: every shortcut of the console, once. Whoever does something binds its name (use-shortcut.ts), and the sheet behind `?` is this list.
// Invariant: no two names share their keys within the same scope; a test sees to it.
import { NAV } from './nav';

export interface Shortcut {
  /** Pressed one after the other; `Mod+` is Ctrl, on a Mac the command key. */
  keys: readonly string[];
  /** Another way to the same. */
  or?: readonly string[];
  does: string;
  where: 'everywhere' | 'go to' | 'tables' | 'column heads' | 'an execution';
  /** The browser does it by itself: the sheet tells it, nothing is bound. */
  native?: true;
  /** Where a `go to` leads. */
  href?: string;
}

const fixed = {
  search: { keys: ['/'], or: ['Mod+k'], does: 'Search, paste an id, run an action', where: 'everywhere' },
  sheet: { keys: ['?'], does: 'This sheet', where: 'everywhere' },
  leave: { keys: ['Escape'], does: 'Close what is open', where: 'everywhere', native: true },
  requests: { keys: ['r'], does: 'The requests behind this page', where: 'everywhere' },
  'row-next': { keys: ['j'], does: 'Next row', where: 'tables' },
  'row-before': { keys: ['k'], does: 'Row before', where: 'tables' },
  'row-open': {
    keys: ['Enter'],
    does: 'Open the row; with Ctrl in a new tab',
    where: 'tables',
    native: true,
  },
  'row-peek': { keys: [' '], does: 'Look at the row without leaving; j and k walk on', where: 'tables' },
  'row-into': { keys: ['i'], does: 'Into the panel of the row that is looked at', where: 'tables' },
  'row-copy': { keys: ['y'], does: 'Copy the id of the row', where: 'tables' },
  'row-select': { keys: ['s'], does: 'Select the row', where: 'tables' },
  'head-sort': { keys: ['Enter'], does: 'Sort the loaded rows', where: 'column heads', native: true },
  'head-move': {
    keys: ['Alt+ArrowLeft'],
    or: ['Alt+ArrowRight'],
    does: 'Move the column',
    where: 'column heads',
    native: true,
  },
  'head-width': {
    keys: ['Shift+ArrowLeft'],
    or: ['Shift+ArrowRight'],
    does: 'Make the column narrower or wider',
    where: 'column heads',
    native: true,
  },
  'run-failure': { keys: ['f'], does: 'The first failure', where: 'an execution' },
  'run-back': { keys: ['['], does: 'A step back in the replay', where: 'an execution' },
  'run-on': { keys: [']'], does: 'A step on in the replay', where: 'an execution' },
  'run-play': { keys: ['p'], does: 'Play the replay, or stop it', where: 'an execution' },
} as const satisfies Record<string, Shortcut>;

export type ShortcutName = keyof typeof fixed | `go ${string}`;

/** Every page of the rail has its key. */
const going = NAV.flatMap(({ items }) => items).map(
  ({ title, href, key }) =>
    [`go ${title}`, { keys: ['g', key], does: title, where: 'go to', href }] satisfies [
      ShortcutName,
      Shortcut,
    ],
);

export const shortcuts: ReadonlyMap<ShortcutName, Shortcut> = new Map<ShortcutName, Shortcut>([
  ...(Object.entries(fixed) as [ShortcutName, Shortcut][]),
  ...going,
]);

/** What stands on the key. */
export function keyLabel(key: string): string {
  return key
    .replace('Mod+', 'Ctrl ')
    .replace('Alt+', 'Alt ')
    .replace('Shift+', 'Shift ')
    .replace(/^ $/, 'Space')
    .replace('ArrowLeft', '←')
    .replace('ArrowRight', '→');
}
