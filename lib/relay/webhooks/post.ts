// One attempt to deliver a message. Invariant: what failed is told without the URL, whose path or query may be a secret.
import type { Clock } from '@/lib/time/clock';
import { signatureHeaders } from './signature';

export interface Message {
  id: string;
  body: string;
}

export type Delivery = { ok: true } | { ok: false; why: string; retryAfterMs: number };

const TIMEOUT_MS = 10_000;

function causeOf(error: unknown): string {
  const { name, cause } = error as Error;
  const code = (cause as NodeJS.ErrnoException | undefined)?.code;
  return name === 'TimeoutError' ? 'timeout' : (code ?? name);
}

export function createPost(options: {
  url: URL;
  secrets: readonly Buffer[];
  fetch: typeof fetch;
  clock: Pick<Clock, 'now'>;
}) {
  return async ({ id, body }: Message): Promise<Delivery> => {
    const seconds = Math.floor(options.clock.now() / 1_000);
    try {
      const response = await options.fetch(options.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Dagscope',
          ...signatureHeaders(options.secrets, { id, body, seconds }),
        },
        body,
        redirect: 'manual',
        cache: 'no-store',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await response.body?.cancel();
      if (response.ok) return { ok: true };
      const wait = Number(response.headers.get('retry-after') ?? 0) * 1_000;
      return { ok: false, why: `status ${response.status}`, retryAfterMs: wait > 0 ? wait : 0 };
    } catch (error) {
      return { ok: false, why: causeOf(error), retryAfterMs: 0 };
    }
  };
}
