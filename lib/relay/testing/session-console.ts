// A relay's session routes over a small index, with a browser's jar in memory. Every answer is searched for the canary on its way.
import { errorBody } from '@/lib/contract/errors';
import { EMPTY, type Keyring, type KeyringJar } from '@/lib/relay/session/keyring';
import { createNetwork } from '@/lib/relay/upstream/network';
import { createRateLimit } from '@/lib/limits/rate-limit';
import type { Relay } from '@/lib/relay/relay';
import { answering } from '@/lib/relay/respond';
import type { Act } from '@/lib/relay/session/session-routes';
import { reply, startSmallIndex, type SmallIndex } from './small-index';

export const KEY = 'k_7Qm2.canary-secret';
export const USAGE = `{"key_id":"k_7Qm2","from":"a","to":"b","granularity":"total","group_by":"scope","total_requests":0,"buckets":[]}`;
export const ISSUED = `{"key":"${KEY}","key_id":"k_7Qm2","scopes":[{"scope":"dags:read","requests_per_minute":600}],"expires_at":"2099-01-01T00:00:00Z"}`;

export interface SessionConsole {
  index: SmallIndex;
  relay: Relay;
  jar: KeyringJar;
  ring(): Keyring;
  setRing(ring: Keyring): void;
  /** What an act answers to a body, as a page of this console sends it. */
  answer(
    act: Act,
    body: unknown,
    headers?: Record<string, string>,
  ): Promise<{
    status: number;
    headers: Headers;
    body: Record<string, unknown>;
  }>;
  /** The same for an act that fails: status and the error's words. */
  refused(
    act: Act,
    body: unknown,
    headers?: Record<string, string>,
  ): Promise<{
    status: number;
    headers: Headers;
    error_code: string;
    message: string;
  }>;
  close(): Promise<void>;
}

function request(body: unknown, headers: Record<string, string>): Request {
  return new Request('http://console.example/api/session', {
    method: 'POST',
    headers: {
      host: 'console.example',
      origin: 'http://console.example',
      'content-type': 'application/json',
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

export async function startSessionConsole(): Promise<SessionConsole> {
  const index = await startSmallIndex();
  const now = () => Date.now();
  const network = createNetwork(
    { name: 'index', url: index.url, operatorKey: undefined, streamKey: undefined },
    { fetch, now, timeoutMs: 500 },
  );
  let ring = EMPTY;
  const jar: KeyringJar = {
    read: async () => ring,
    write: async (next) => void (ring = next),
    assertFits: async () => undefined,
  };
  const relay = {
    env: {
      networks: [network.env],
      sessionSecrets: ['s'.repeat(32)],
      accessPassword: undefined,
      keyReveal: 'never',
      signInsPerAddress: 20,
      readsPerSession: 1_000,
      readsPerAddress: 1_000,
      claimPath: '/onboarding/keys',
    },
    networks: new Map([[network.name, network]]),
    limits: createRateLimit({ now }),
    now,
  } as unknown as Relay;
  index.replies.set('GET /tokens/usage', reply(200, USAGE, { 'ratelimit-limit': '600' }));

  const answer: SessionConsole['answer'] = async (act, body, headers = {}) => {
    const response = await answering(() => act(relay, jar, request(body, headers)), {
      unforeseen: (error) => {
        throw error;
      },
      upstream: () => undefined,
    });
    const text = await response.text();
    if (act.name !== 'reveal' && (text + JSON.stringify([...response.headers])).includes('canary-secret'))
      throw new Error(`the answer of ${act.name} holds the key`);
    return {
      status: response.status,
      headers: response.headers,
      body: JSON.parse(text) as Record<string, unknown>,
    };
  };
  return {
    index,
    relay,
    jar,
    ring: () => ring,
    setRing: (next) => void (ring = next),
    answer,
    async refused(act, body, headers) {
      const given = await answer(act, body, headers);
      return { status: given.status, headers: given.headers, ...errorBody.parse(given.body) };
    },
    close: () => index.close(),
  };
}
