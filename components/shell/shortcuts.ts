// Every keyboard shortcut; components bind them by name (use-shortcut.ts). Invariant: no two share their keys.
import { NAV } from './nav';

export interface Shortcut {
  /** Pressed in sequence; `Mod+` is Ctrl, or Command on a Mac. */
  keys: readonly string[];
  /** Alternative keys. */
  or?: readonly string[];
  does: string;
  where: 'everywhere' | 'go to' | 'tables' | 'column headers' | 'executions';
  /** Handled by the browser or the control itself; listed, not bound. */
  native?: true;
  /** Target of a `go to`. */
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
  'row-peek': { keys: [' '], does: 'Preview row; j and k move on', where: 'tables' },
  'row-into': { keys: ['i'], does: 'Move focus into the preview', where: 'tables' },
  'row-copy': { keys: ['y'], does: 'Copy id', where: 'tables' },
  'row-select': { keys: ['s'], does: 'Select row', where: 'tables' },
  'head-sort': { keys: ['Enter'], does: 'Sort loaded rows', where: 'column headers', native: true },
  'head-move': {
    keys: ['Alt+ArrowLeft'],
    or: ['Alt+ArrowRight'],
    does: 'Move column',
    where: 'column headers',
    native: true,
  },
  'head-width': {
    keys: ['Shift+ArrowLeft'],
    or: ['Shift+ArrowRight'],
    does: 'Resize column',
    where: 'column headers',
    native: true,
  },
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

/** The key's label. */
export function keyLabel(key: string): string {
  return key
    .replace('Mod+', 'Ctrl ')
    .replace('Alt+', 'Alt ')
    .replace('Shift+', 'Shift ')
    .replace(/^ $/, 'Space')
    .replace('ArrowLeft', '←')
    .replace('ArrowRight', '→');
}
