// What the tests of the stream say over and over: that a browser got these ids and no others, and that so many browsers are connected.
// Invariant: ids are compared whole and in order, so a gap, a double or a wrong turn fails, and so does a frame that is not whole.
import { deepStrictEqual } from 'node:assert/strict';
import { until, type StreamBrowser } from './stream-browser';
import type { StreamConsole } from './stream-console';
import type { WildIndex } from './wild-index';

/** The ids from first to last, as browsers have them. */
export const from = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, step) => String(first + step));

/** Waits for the last of the ids, then demands all of them, each once and in order, and no corrupt frame. */
export async function has(browser: StreamBrowser, ids: readonly string[]): Promise<void> {
  const last = ids.at(-1) ?? '';
  await browser.until(
    () => browser.ids().includes(last),
    `waited for ${last}, got up to ${browser.ids().at(-1) ?? 'none'} of ${browser.ids().length}`,
  );
  deepStrictEqual(browser.ids(), ids);
  deepStrictEqual(browser.corrupt(), []);
}

/** Every one of the browsers has exactly these ids. */
export async function allHave(browsers: readonly StreamBrowser[], ids: readonly string[]): Promise<void> {
  for (const browser of browsers) await has(browser, ids);
}

/** Opens browsers and waits until all of them are greeted, over one connection to the index. */
export async function openConnected(
  console_: StreamConsole,
  index: WildIndex,
  count: number,
): Promise<StreamBrowser[]> {
  const browsers = await Promise.all(Array.from({ length: count }, () => console_.open()));
  await until(
    () => index.streams() === 1 && browsers.every((one) => one.control('relay-hello').length === 1),
    () =>
      `${index.streams()} streams, hellos: ${browsers.map((one) => one.control('relay-hello').length).join()}`,
  );
  return browsers;
}
