// A misbehaving index and a console in front of it, for one test.
import { openConnected } from './expectations';
import type { StreamBrowser } from './stream-browser';
import { startStreamConsole, type OpenOptions, type StreamConsole } from './stream-console';
import type { TestRelayOptions } from './test-relay';
import { startWildIndex, type WildIndex } from './wild-index';

export interface Scene {
  index: WildIndex;
  console_: StreamConsole;
  /** Browsers that have their hello, over one connection to the index. */
  connected(count: number): Promise<StreamBrowser[]>;
  open(options?: OpenOptions): Promise<StreamBrowser>;
  /** Another console for the same index, as after a restart. */
  another(): Promise<StreamConsole>;
}

/** `atEnd` registers cleanup (vitest's `onTestFinished`). */
export async function startScene(
  atEnd: (close: () => Promise<void>) => void,
  options: TestRelayOptions & { index?: { logId?: string | null; firstId?: number } } = {},
): Promise<Scene> {
  const { index: indexOptions, ...consoleOptions } = options;
  const index = await startWildIndex(indexOptions);
  const consoles = [await startStreamConsole(index.url, consoleOptions)];
  const [console_] = consoles as [StreamConsole];
  atEnd(async () => {
    for (const started of consoles) await started.close();
    await index.close();
  });
  return {
    index,
    console_,
    connected: (count) => openConnected(console_, index, count),
    open: (wants) => console_.open(wants),
    async another() {
      const started = await startStreamConsole(index.url, consoleOptions);
      consoles.push(started);
      return started;
    },
  };
}
