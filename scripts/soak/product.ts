// The product as `npm start` runs it, without limits for one address, and with sessions for readers and visitors.
import { openStack, type OwnStack } from '@/e2e/stack/stack';
import { scopes } from '@/lib/contract/scopes';
import { cookieFor } from '@/lib/relay/testing/connection-for';
import type { Site } from './harness';
import { overHttp1 } from './stream-reader';

const SESSION_SECRET = 's'.repeat(48);

export interface Product {
  stack: OwnStack;
  site: Site;
}

/** `simulate` as in SIMULATE; `keys`: number of sessions, each with its own key. */
export async function openProduct(simulate: string, keys: number): Promise<Product> {
  const stack = await openStack({
    simulate,
    env: {
      SESSION_SECRET,
      DATABASE_URL: '',
      STREAMS_PER_SESSION: '10000',
      STREAMS_PER_ADDRESS: '100000',
      READS_PER_SESSION: '1000000',
      READS_PER_ADDRESS: '10000000',
    },
  });
  const { indexUrl, consoleUrl } = stack;
  const open = async () =>
    cookieFor({
      consoleUrl,
      indexUrl,
      key: await stack.claimKey(),
      scopes: [...scopes],
      secret: SESSION_SECRET,
    });
  const cookies = await Promise.all(Array.from({ length: keys }, open)).catch(async (error: unknown) => {
    await stack.close();
    throw error;
  });
  return {
    stack,
    site: {
      cookies,
      transport: overHttp1(() => consoleUrl),
      async get(path, headers) {
        const response = await fetch(`${consoleUrl}${path}`, { headers });
        await response.arrayBuffer();
        return response.status;
      },
      processes: () => {
        const pids = stack.pids();
        return { console: [pids.console], index: [pids.index] };
      },
    },
  };
}
