// Connections to a PostgreSQL server, each a postgres.js client of its own that is thrown away once its connection is lost.
// Invariant: nothing is sent over a lost connection: postgres.js 3.4.9 would end the process or wait forever.
import postgres from 'postgres';
import { parseTime, parseWhole, TYPE, type SqlValue } from './database';

const asText = (text: string) => text;
const out = (value: unknown) => String(value);

/** The elements of a one-dimensional array as PostgreSQL writes it: {plain,"quo\"ted"}. */
function parseArray(text: string): string[] {
  const elements = text.slice(1, -1).matchAll(/"((?:[^"\\]|\\.)*)"|([^,]+)/gs);
  return [...elements].map(([, quoted, plain]) => quoted?.replaceAll(/\\(.)/gs, '$1') ?? plain ?? '');
}

function writeArray(elements: readonly unknown[]): string {
  return `{${elements.map((one) => `"${String(one).replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`;
}

const types = {
  texts: { to: TYPE.textArray, from: [TYPE.textArray], serialize: out, parse: parseArray },
  whole: { to: TYPE.int8, from: [TYPE.int8, TYPE.numeric], serialize: out, parse: parseWhole },
  time: { to: TYPE.timestamptz, from: [TYPE.timestamptz], serialize: out, parse: parseTime },
  json: { to: TYPE.json, from: [TYPE.json, TYPE.jsonb], serialize: out, parse: asText },
};

/** The connection was lost; what was sent last may or may not have been done. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';
  constructor() {
    super('the connection to the database was lost');
  }
}

/** bigint goes out as text: the driver would call it int8, whatever the statement wants (numeric). */
function sent(value: SqlValue): SqlValue {
  if (typeof value === 'bigint') return value.toString();
  return Array.isArray(value) ? writeArray(value as readonly unknown[]) : value;
}

export interface Client {
  query<Row>(sql: string, params: readonly SqlValue[]): Promise<Row[]>;
  isLost(): boolean;
  /** Waits a moment for a running statement. */
  end(): Promise<void>;
}

/** How long a new connection may take to answer its first statement. */
const CONNECT_MS = 5_000;

/** Session settings by name. */
export type SessionSettings = Readonly<Record<string, string | number>>;

function openClient(url: string, session: SessionSettings): Client {
  let lost = false;
  let connected = false;
  /** Ends the wait for the running statement: the driver does not always. */
  let abandon = (): void => undefined;
  const lose = () => {
    lost = true;
    abandon();
  };
  const client = postgres(url, {
    types,
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    // Its own statement at each connect would end the process when the connection is lost meanwhile.
    fetch_types: false,
    connection: session,
    onnotice: () => undefined,
    onclose: lose,
  });

  async function run<Row>(sql: string, params: readonly SqlValue[]): Promise<Row[]> {
    const values = params.map(sent) as never[];
    const rows = await client.unsafe(sql, values, { prepare: values.length > 0 });
    return [...rows] as Row[];
  }

  return {
    query<Row>(sql: string, params: readonly SqlValue[]): Promise<Row[]> {
      if (lost) return Promise.reject(new ConnectionLost());
      return new Promise<Row[]>((resolve, reject) => {
        const timer = connected ? undefined : setTimeout(lose, CONNECT_MS);
        const settle = () => {
          clearTimeout(timer);
          connected = true;
          abandon = () => undefined;
        };
        abandon = () => {
          settle();
          reject(new ConnectionLost());
        };
        run<Row>(sql, params).finally(settle).then(resolve, reject);
      });
    },
    isLost: () => lost,
    end: () => client.end({ timeout: lost ? 0 : 5 }),
  };
}

export interface Clients {
  /** Runs work on one connection that nothing else uses meanwhile. */
  use<Result>(work: (client: Client) => Promise<Result>): Promise<Result>;
  end(): Promise<void>;
}

/** At most `size` connections, opened when they are needed. */
export function createClients(url: string, session: SessionSettings, size: number): Clients {
  const all = new Set<Client>();
  const idle: Client[] = [];
  const waiting: (() => void)[] = [];
  let ended = false;

  function add(): Client {
    const client = openClient(url, session);
    all.add(client);
    return client;
  }

  function discard(client: Client): void {
    all.delete(client);
    void client.end().catch(() => undefined);
  }

  async function take(): Promise<Client> {
    for (;;) {
      if (ended) throw new Error('the store is closed');
      const client = idle.pop();
      if (client?.isLost() === true) discard(client);
      else if (client !== undefined) return client;
      else if (all.size < size) return add();
      else await new Promise<void>((resolve) => waiting.push(resolve));
    }
  }

  return {
    async use(work) {
      const client = await take();
      try {
        return await work(client);
      } finally {
        if (client.isLost()) discard(client);
        else idle.push(client);
        waiting.shift()?.();
      }
    },
    async end() {
      ended = true;
      for (const wake of waiting.splice(0)) wake();
      await Promise.all([...all].map((client) => client.end()));
    },
  };
}
