// One attempt to deliver a message, signed as Standard Webhooks (standardwebhooks.com): HMAC-SHA256 over `id.timestamp.body`.
// Invariant: a failure is reported without the URL, whose path or query may be a secret.
import { createHmac } from 'node:crypto';
import type { Clock } from '@/lib/time/clock';

export interface Message {
  id: string;
  body: string;
}

export type Delivery = { ok: true } | { ok: false; why: string; retryAfterMs: number };

const TIMEOUT_MS = 10_000;

const SECRET = /^whsec_([A-Za-z0-9+/]{32,}={0,2})$/;
const [LEAST_BYTES, MOST_BYTES] = [24, 64];

/** Several while one replaces another, separated by commas; the receiver accepts any of them. Errors never repeat a value. */
export function parseWebhookSecrets(text: string): readonly Buffer[] {
  return text.split(',').map((part) => {
    const secret = Buffer.from(SECRET.exec(part.trim())?.[1] ?? '', 'base64');
    if (secret.length < LEAST_BYTES || secret.length > MOST_BYTES)
      throw new Error('must be whsec_ and 24 to 64 random bytes in base64');
    return secret;
  });
}

function signatureHeaders(
  secrets: readonly Buffer[],
  { id, body, seconds }: { id: string; body: string; seconds: number },
): Record<string, string> {
  const signed = `${id}.${seconds}.${body}`;
  const signatures = secrets.map(
    (secret) => `v1,${createHmac('sha256', secret).update(signed).digest('base64')}`,
  );
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signatures.join(' '),
  };
}

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
