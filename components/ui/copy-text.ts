// Copies text, with or without the clipboard API: pages over plain HTTP from another machine do not have it.

/** The result of the last copy, for the notice (copy-notice.tsx). */
export interface CopyResult {
  done: boolean;
  /** A text in it ends earlier than the recorded one. */
  cut: boolean;
  /** Distinguishes copies with the same result. */
  count: number;
}

let last: CopyResult | null = null;
const listeners = new Set<() => void>();

export const copyResult = {
  get: () => last,
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

export function notifyCopied({ done, cut = false }: { done: boolean; cut?: boolean }): void {
  last = { done, cut, count: (last?.count ?? 0) + 1 };
  for (const listener of listeners) listener();
}

/** Copies with the browser's command, which needs a selection. */
function copyByCommand(text: string): boolean {
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.setAttribute('aria-hidden', 'true');
  field.className = 'sr-only';
  // A dialog keeps the focus inside.
  (focused?.closest('[role=dialog]') ?? document.body).append(field);
  let isSet = false;
  // A field changes line ends.
  const onCopy = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
    event.stopImmediatePropagation();
    isSet = event.clipboardData !== null;
  };
  document.addEventListener('copy', onCopy, { capture: true });
  try {
    field.focus({ preventScroll: true });
    field.select();
    return document.execCommand('copy') && isSet;
  } catch {
    return false;
  } finally {
    document.removeEventListener('copy', onCopy, { capture: true });
    field.remove();
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  }
}

async function copied(text: string): Promise<boolean> {
  // Undefined outside secure contexts, despite its type.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  try {
    if (clipboard === undefined) return copyByCommand(text);
    await clipboard.writeText(text);
    return true;
  } catch {
    return copyByCommand(text);
  }
}

/** Whether the browser allowed it; if not, the notice says so. `isShown`: the caller shows success itself. */
export async function copyText(text: string, { isShown = false } = {}): Promise<boolean> {
  const done = await copied(text);
  if (done && isShown) return true;
  notifyCopied({ done });
  return done;
}
