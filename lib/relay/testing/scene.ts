// A misbehaving index and a console in front of it, for one test.
import type { RelayEnv } from '@/lib/relay/env';
import type { StreamLimits } from '@/lib/relay/stream/limits';
import { openConnected } from './expectations';
import type { StreamBrowser } from './stream-browser';
import { startStreamConsole, type OpenOptions, type StreamConsole } from './stream-console';
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
  options: {
    limits?: Partial<StreamLimits>;
    env?: Partial<RelayEnv>;
    /** Reads the stream for every session. */
    streamKey?: string;
    index?: { logId?: string | null; firstId?: number };
    random?: () => number;
    redisUrl?: string;
  } = {},
): Promise<Scene> {
  const { limits, env, random, redisUrl, streamKey } = options;
  const consoleOptions = { limits, env, redisUrl, streamKey, ...(random === undefined ? {} : { random }) };
  const index = await startWildIndex(options.index);
  const consoles = [await startStreamConsole(index.url, consoleOptions)];
  const [console_] = consoles as [StreamConsole];
  atEnd(async () => {
    for (const one of consoles) await one.close();
    await index.close();
  });
  return {
    index,
    console_,
    connected: (count) => openConnected(console_, index, count),
    open: (wants) => console_.open(wants),
    async another() {
      const one = await startStreamConsole(index.url, consoleOptions);
      consoles.push(one);
      return one;
    },
  };
}
