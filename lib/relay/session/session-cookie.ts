// The browser's session as cookies: each connection sealed in a cookie of its own, plus the active connection's id and the access pass.
// Invariant: no cookie is read, changed and written back, so no request can lose or see another connection's key.
import { randomBytes } from 'node:crypto';
import { sealData, unsealData } from 'iron-session';
import * as z from 'zod';
import { ContractError } from '@/lib/contract/errors';
import { PRINTABLE_KEY } from '@/lib/contract/keys';
import { dropOldest } from '@/lib/limits/bounded-map';
import { hashOf } from '@/lib/relay/hash';
import type { RevokedIds } from './revoked-ids';

export const MAX_CONNECTIONS = 6;
/** Longer than keys are valid, so that the Connect page can still name a key that expired. */
export const LIFETIME_S = 40 * 24 * 60 * 60;
/** nginx accepts header lines of 8 kB. */
const MAX_HEADER_BYTES = 7_000;
/** Room for a key of 512 characters with all scopes. */
const RESERVED_FOR_CLAIM = 2_000;
const MAX_SCOPES = 16;

const OPENED_FOR_MS = 30_000;
const MAX_OPENED = 1_000;
const MAX_UNOPENED = 10_000;

const connection = z.object({
  kind: z.literal('connection'),
  /** Random, and part of the cookie's name. It names the connection to the browser and opens nothing. */
  id: z.string(),
  /** When the browser was connected, in milliseconds. */
  connected_at: z.number(),
  /** Base URL of the index that the key belongs to. */
  index_url: z.string(),
  /** Null: the operator's key, which stays in the environment. */
  key: z.string().regex(PRINTABLE_KEY).nullable(),
  /** Null where the index has not stated it; so are the limit and the expiry. */
  key_id: z.string().nullable(),
  /** Every scope the index has not refused; those it has not answered for are also in `unconfirmed`. */
  scopes: z.array(z.string()),
  unconfirmed: z.array(z.string()),
  requests_per_minute: z.number().nullable(),
  expires_at: z.string().nullable(),
  /** The index's event log when the key was received. */
  log_id: z.string().nullable(),
  /** Issued to this browser: the operator may allow it to be revealed once. */
  claimed: z.boolean(),
});
export type Connection = z.output<typeof connection>;
export type ConnectionFacts = Omit<Connection, 'kind' | 'id' | 'connected_at'>;

const accessPass = z.object({ kind: z.literal('access'), password: z.string() });

/** The session cookies of one request, and the Set-Cookie lines of its response. */
export interface SessionCookies {
  /** Id of the active connection as the browser states it; it may not exist. */
  activeId: string | undefined;
  /** Undefined when there is none, its seal does not open, or it was ended. */
  connection(id: string): Promise<Connection | undefined>;
  /** Oldest first. */
  connections(): Promise<Connection[]>;
  /** Fingerprint of the access password that this browser has entered. */
  accessPass(): Promise<string | undefined>;
  /** Throws FORBIDDEN unless another key fits once `removed` are removed. */
  assertRoom(removed: readonly Connection[]): Promise<void>;
  /** Seals a connection, makes it active and removes others. Throws FORBIDDEN when it does not fit. */
  add(added: Connection, removed: readonly Connection[]): Promise<string[]>;
  /** Seals a connection again under its name. */
  replace(changed: Connection): Promise<string[]>;
  remove(removed: readonly Connection[]): string[];
  activate(id: string): string[];
  grantAccess(password: string): Promise<string[]>;
  /** The cookies that the browser has after these Set-Cookie lines. */
  after(lines: readonly string[]): SessionCookies;
}

export function newConnection(facts: ConnectionFacts, now: number): Connection {
  const { scopes, unconfirmed } = facts;
  return {
    ...facts,
    kind: 'connection',
    id: randomBytes(16).toString('base64url'),
    connected_at: now,
    scopes: scopes.slice(0, MAX_SCOPES),
    unconfirmed: unconfirmed.slice(0, MAX_SCOPES),
  };
}

/** A seal opens a minute longer than it is valid, for servers whose clocks differ. */
const SKEW_S = 60;

/** When no cookie of a connection opens any more, however often it was sealed. */
export const cookieExpiry = ({ connected_at }: Connection) => connected_at + (LIFETIME_S + SKEW_S) * 1000;

/** What is left of a connection's lifetime, in seconds. A seal of 0 would not expire. */
const remainingS = ({ connected_at }: Connection) =>
  Math.max(1, Math.floor(connected_at / 1000) + LIFETIME_S - Math.ceil(Date.now() / 1000));

/** How the cookies of a request are named and counted. */
export interface CookieContext {
  /** The browser came by TLS. */
  secure: boolean;
  /** Part of every name, since browsers send the cookies of a host name to each of its ports. */
  scope: string;
  /** A seal that does not open was tried. */
  onForged?: () => void;
}
type CookieNaming = Pick<CookieContext, 'secure' | 'scope'>;

/** `place` identifies the console among others on its host name. */
export const cookieScope = (place: string, indexUrl: string): string =>
  hashOf(`${place}\n${indexUrl}`).slice(0, 8);

/** With `__Host-` browsers accept a cookie only over TLS, and only from this host. */
const nameOf = (name: string, { secure, scope }: CookieNaming) =>
  `${secure ? '__Host-' : ''}dagscope-${scope}-${name}`;
export const connectionCookie = (id: string, naming: CookieNaming) => nameOf(`key-${id}`, naming);
/** Cookies of earlier releases, without a scope in the name: not read, but they count toward the header's size. */
const WITHOUT_SCOPE = /^(__Host-)?dagscope-(active|access|key-[\w-]{1,64})$/;

/** Cookies by name. A name that occurs twice with different values is ambiguous and counts as absent. */
function parseCookies(header: string): Map<string, string> {
  const found = new Map<string, string>();
  const ambiguous = new Set<string>();
  for (const pair of header.split(';')) {
    const at = pair.indexOf('=');
    if (at < 1) continue;
    const [name, value] = [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
    if ((found.get(name) ?? value) !== value) ambiguous.add(name);
    found.set(name, value);
  }
  for (const name of ambiguous) found.delete(name);
  return found;
}

function setCookie(name: string, value: string, secure: boolean, maxAge = LIFETIME_S): string {
  return `${name}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
}

/** Of a Set-Cookie line; a removed cookie has an empty value. */
function nameAndValue(line: string): { name: string; value: string } {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
  return { name, value };
}

export function seal(content: object, secrets: readonly string[], ttl = LIFETIME_S): Promise<string> {
  return sealData(content, { password: secrets[0] ?? '', ttl });
}

/** Any of the secrets opens a seal. Undefined when none does, or when it holds something else. */
export async function openSeal<Schema extends z.ZodType>(
  sealed: string,
  schema: Schema,
  secrets: readonly string[],
  ttl = LIFETIME_S,
): Promise<z.output<Schema> | undefined> {
  for (const password of secrets) {
    const content = await unsealData<unknown>(sealed, { password, ttl }).catch(() => undefined);
    const result = schema.safeParse(content);
    if (result.success) return result.data;
  }
  return undefined;
}

/** `steadyNow`: monotonic milliseconds. */
export function createSessionCookies(options: {
  secrets: readonly string[];
  revoked: RevokedIds;
  steadyNow: () => number;
}) {
  const { secrets, revoked, steadyNow } = options;
  /** Opens seals of one kind. It costs a third of a millisecond, and after a restart all tabs reconnect at once with the same cookie. */
  function createOpener<Schema extends z.ZodType>(schema: Schema) {
    type Content = Promise<z.output<Schema> | undefined>;
    const opened = new Map<string, { at: number; content: Content }>();
    /** A cache of its own: forged cookies must not evict valid ones. */
    const unopened = new Map<string, true>();
    return (sealed: string, onForged: () => void): Content => {
      const name = hashOf(sealed);
      if (unopened.has(name)) return Promise.resolve(undefined);
      const cached = opened.get(name);
      if (cached !== undefined && steadyNow() - cached.at < OPENED_FOR_MS) return cached.content;
      const content = openSeal(sealed, schema, secrets);
      opened.delete(name);
      opened.set(name, { at: steadyNow(), content });
      dropOldest(opened, MAX_OPENED);
      void content.then((found) => {
        if (found !== undefined) return;
        opened.delete(name);
        unopened.set(name, true);
        dropOldest(unopened, MAX_UNOPENED);
        onForged();
      });
      return content;
    };
  }
  const openConnection = createOpener(connection);
  const openAccessPass = createOpener(accessPass);

  function cookiesFrom(cookies: ReadonlyMap<string, string>, context: CookieContext): SessionCookies {
    const { secure, onForged = () => undefined } = context;
    const [active, access] = [nameOf('active', context), nameOf('access', context)];
    const prefix = connectionCookie('', context);

    async function find(id: string): Promise<Connection | undefined> {
      const sealed = cookies.get(prefix + id);
      const found = sealed === undefined ? undefined : await openConnection(sealed, onForged);
      return found?.id === id && !(await revoked.has(id)) ? found : undefined;
    }

    async function all(): Promise<Connection[]> {
      const ids = [...cookies.keys()].filter((name) => name.startsWith(prefix));
      const found: Connection[] = [];
      // More than twice the maximum are a flood. Opened one at a time, so that forged cookies hardly delay other visitors.
      for (const name of ids.slice(0, 2 * MAX_CONNECTIONS)) {
        const connection = await find(name.slice(prefix.length));
        if (connection !== undefined) found.push(connection);
      }
      return found.sort((a, b) => a.connected_at - b.connected_at);
    }

    async function assertFits(removed: readonly Connection[], bytes: number): Promise<void> {
      const removedNames = new Set(removed.map(({ id }) => prefix + id));
      const remaining = (await all()).filter(({ id }) => !removedNames.has(prefix + id));
      const others = [...cookies].filter(
        ([name]) => !removedNames.has(name) && name !== active && !WITHOUT_SCOPE.test(name),
      );
      const used = others.reduce((sum, [name, value]) => sum + name.length + value.length + 3, 0);
      const hasPlace = remaining.length < MAX_CONNECTIONS;
      if (hasPlace && used + active.length + 30 + bytes <= MAX_HEADER_BYTES) return;
      throw new ContractError(
        'FORBIDDEN',
        hasPlace
          ? 'This browser has no room for another key. Disconnect one first, here or at another console on this host name.'
          : `This browser already holds ${MAX_CONNECTIONS} keys. Disconnect one first.`,
      );
    }

    const activate = (id: string) => [setCookie(active, id, secure)];
    const remove = (removed: readonly Connection[]) =>
      removed.map(({ id }) => setCookie(prefix + id, '', secure, 0));
    const replace = async (changed: Connection) => [
      setCookie(prefix + changed.id, await seal(changed, secrets, remainingS(changed)), secure),
    ];

    return {
      activeId: cookies.get(active),
      connection: find,
      connections: all,
      async accessPass() {
        const sealed = cookies.get(access);
        return sealed === undefined ? undefined : (await openAccessPass(sealed, onForged))?.password;
      },
      assertRoom: (removed) => assertFits(removed, RESERVED_FOR_CLAIM),
      async add(added, removed) {
        const [line = ''] = await replace(added);
        await assertFits(removed, line.indexOf(';'));
        const outdated = [...cookies.keys()].filter((name) => WITHOUT_SCOPE.test(name));
        return [
          line,
          ...activate(added.id),
          ...remove(removed),
          ...outdated.map((name) => setCookie(name, '', secure, 0)),
        ];
      },
      replace,
      remove,
      activate,
      async grantAccess(password) {
        return [setCookie(access, await seal({ kind: 'access', password }, secrets), secure)];
      },
      after(lines) {
        const stored = new Map(cookies);
        for (const line of lines) {
          const { name, value } = nameAndValue(line);
          if (value === '') stored.delete(name);
          else stored.set(name, value);
        }
        return cookiesFrom(stored, context);
      },
    };
  }

  /** Reads the Cookie header of a request. */
  return (header: string | null | undefined, context: CookieContext) =>
    cookiesFrom(parseCookies(header ?? ''), context);
}
