// Assertions shared by the stream tests. Invariant: ids are compared completely and in order, so a gap, a duplicate, a wrong order
// or a broken frame fails.
import { deepStrictEqual } from 'node:assert/strict';
import { until, type StreamBrowser } from './stream-browser';
import type { StreamConsole } from './stream-console';
import type { WildIndex } from './wild-index';

/** The ids from first to last, as browsers receive them. */
export const from = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, step) => String(first + step));

/** Waits for the last id, then requires all ids, each once and in order, and no corrupt frame. */
export async function has(browser: StreamBrowser, ids: readonly string[]): Promise<void> {
  const last = ids.at(-1) ?? '';
  await browser.until(
    () => browser.ids().includes(last),
    `waited for ${last}, got up to ${browser.ids().at(-1) ?? 'none'} of ${browser.ids().length}`,
  );
  deepStrictEqual(browser.ids(), ids);
  deepStrictEqual(browser.corrupt(), []);
}

/** Each browser has exactly these ids. */
export async function allHave(browsers: readonly StreamBrowser[], ids: readonly string[]): Promise<void> {
  for (const browser of browsers) await has(browser, ids);
}

/** Opens browsers and waits until each has its hello, over one connection to the index. */
export async function openConnected(
  console_: StreamConsole,
  index: WildIndex,
  count: number,
): Promise<StreamBrowser[]> {
  const browsers = await Promise.all(Array.from({ length: count }, () => console_.open()));
  await until(
    () => index.streams() === 1 && browsers.every((browser) => browser.control('relay-hello').length === 1),
    () =>
      `${index.streams()} streams, hellos: ${browsers.map((browser) => browser.control('relay-hello').length).join()}`,
  );
  return browsers;
}
