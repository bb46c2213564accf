// Starts console-process.ts and communicates with it.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { StreamLimits } from '@/lib/relay/stream/limits';
import type { Memory } from './console-process';
import { openBrowser, type StreamBrowser } from './stream-browser';

export interface ForkedConsole {
  url: string;
  cookie: string;
  open(options?: { lastEventId?: string; keep?: boolean }): Promise<StreamBrowser>;
  /** Its memory after a garbage collection. */
  memory(): Promise<Memory>;
}

export async function forkConsole(
  atEnd: (close: () => Promise<void>) => void,
  indexUrl: string,
  limits: Partial<StreamLimits> = {},
): Promise<ForkedConsole> {
  const child = fork('lib/relay/testing/console-process.ts', [indexUrl, JSON.stringify(limits)], {
    execArgv: ['--expose-gc', '--import', 'tsx'],
  });
  atEnd(async () => {
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  });
  const nextMessage = async () => (await once(child, 'message'))[0] as unknown;
  const { url, cookie } = (await nextMessage()) as { url: string; cookie: string };
  return {
    url,
    cookie,
    open: ({ lastEventId, keep = false } = {}) =>
      openBrowser(
        url,
        { cookie, ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }) },
        { keep },
      ),
    async memory() {
      const answer = nextMessage();
      child.send('memory');
      return (await answer) as Memory;
    },
  };
}
