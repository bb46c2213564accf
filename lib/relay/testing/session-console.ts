// A relay's session routes over a small index, with a browser that keeps cookies. Every response is searched for the canary on its way.
import { errorBody } from '@/lib/contract/errors';
import type { RelayEnv } from '@/lib/relay/env';
import type { Relay } from '@/lib/relay/relay';
import { handleRequest } from '@/lib/relay/responses';
import type { Act } from '@/lib/relay/session/routes';
import {
  connectionCookie,
  seal,
  type Connection,
  type SessionCookies,
} from '@/lib/relay/session/session-cookie';
import { connectionFor, namingAt } from './connection-for';
import { reply, startSmallIndex, type SmallIndex } from './small-index';
import { createTestRelay, SECRETS } from './test-relay';

export const KEY = 'k_7Qm2.canary-secret';
export const USAGE = `{"key_id":"k_7Qm2","from":"a","to":"b","granularity":"total","group_by":"scope","total_requests":0,"buckets":[]}`;
export const ISSUED = `{"key":"${KEY}","key_id":"k_7Qm2","scopes":[{"scope":"dags:read","requests_per_minute":600}],"expires_at":"2099-01-01T00:00:00Z"}`;

interface Answered {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

export interface SessionConsole {
  index: SmallIndex;
  relay: Relay & { env: RelayEnv };
  /** The browser's cookies by name. A test may copy and change them. */
  browser: Map<string, string>;
  cookies(): SessionCookies;
  /** Puts connections into the browser; the first is active. */
  hold(...connections: Partial<Connection>[]): Promise<Connection[]>;
  /** Makes one of them the active one. */
  activate(id: string): void;
  /** What an act answers to a body sent by a page of this console; the browser keeps its cookies. */
  answer(act: Act, body: unknown, headers?: Record<string, string>): Promise<Answered>;
  /** The same for an act that fails: status and the error's message. */
  refused(
    act: Act,
    body: unknown,
    headers?: Record<string, string>,
  ): Promise<Omit<Answered, 'body'> & { error_code: string; message: string }>;
  close(): Promise<void>;
}

function store(browser: Map<string, string>, headers: Headers): void {
  for (const line of headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (value === '') browser.delete(name);
    else browser.set(name, value);
  }
}

/** `timeoutMs`: how long a read may take. A test that waits for that sets it; in others a slow machine must not reach it. */
export async function startSessionConsole(timeoutMs = 30_000): Promise<SessionConsole> {
  const index = await startSmallIndex();
  const { relay, stop } = createTestRelay(index.url, {
    timeoutMs,
    env: { READS_PER_SESSION: 1_000, READS_PER_ADDRESS: 1_000 },
  });
  index.replies.set('GET /tokens/usage', reply(200, USAGE, { 'ratelimit-limit': '600' }));
  const browser = new Map<string, string>();
  const naming = namingAt('http://console.example', index.url);
  const header = () => [...browser].map(([name, value]) => `${name}=${value}`).join('; ');

  const answer: SessionConsole['answer'] = async (act, body, headers = {}) => {
    const request = new Request('http://console.example/api/session', {
      method: 'POST',
      headers: {
        host: 'console.example',
        origin: 'http://console.example',
        'content-type': 'application/json',
        cookie: header(),
        ...headers,
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    const response = await handleRequest(request, act, relay);
    const text = await response.text();
    store(browser, response.headers);
    const revealed = text.startsWith('{"key":') || text.includes('"text":"');
    if (!revealed && (text + JSON.stringify([...response.headers])).includes('canary-secret'))
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
    browser,
    cookies: () => relay.sessionCookies(header(), naming),
    async hold(...connections) {
      const sealed = connections.map((facts, at) =>
        connectionFor({ id: `c${at + 1}`, connected_at: at, index_url: index.url, ...facts }),
      );
      browser.clear();
      for (const connection of sealed)
        browser.set(connectionCookie(connection.id, naming), await seal(connection, SECRETS));
      return sealed;
    },
    activate(id) {
      for (const line of relay.sessionCookies('', naming).activate(id))
        store(browser, new Headers({ 'set-cookie': line }));
    },
    answer,
    async refused(act, body, headers) {
      const refusal = await answer(act, body, headers);
      return { status: refusal.status, headers: refusal.headers, ...errorBody.parse(refusal.body) };
    },
    async close() {
      stop();
      await index.close();
    },
  };
}
