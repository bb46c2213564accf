// Signatures of Standard Webhooks (standardwebhooks.com): HMAC-SHA256 over `id.timestamp.body`.
import { createHmac } from 'node:crypto';

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

export function signatureHeaders(
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
