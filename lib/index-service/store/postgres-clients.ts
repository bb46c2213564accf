// Connections to a PostgreSQL server, each a postgres.js client of its own that is thrown away once its connection is lost.
// Invariant: nothing is sent over a lost connection: postgres.js 3.4.9 would end the process or wait for ever (its issues 1154, 1208).
import postgres from 'postgres';
import { parseTime, parseWhole, TYPE, type SqlValue } from './database';

const asText = (text: string) => text;
const out = (value: unknown) => String(value);
const types = {
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

/** bigint goes out as text: the driver would call it int8, whatever the statement wants (numeric, an array). */
function sent(value: SqlValue): SqlValue {
  if (typeof value === 'bigint') return value.toString();
  return Array.isArray(value) ? (value as readonly unknown[]).map(String) : value;
}

export interface Client {
  query<Row>(sql: string, params: readonly SqlValue[]): Promise<Row[]>;
  isLost(): boolean;
  /** Waits a moment for a running statement. */
  end(): Promise<void>;
}

/** Session settings by name. */
export type SessionSettings = Readonly<Record<string, string | number>>;

function openClient(url: string, session: SessionSettings): Client {
  let lost = false;
  const client = postgres(url, {
    types,
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    connection: session,
    onnotice: () => undefined,
    onclose: () => (lost = true),
  });
  return {
    async query<Row>(sql: string, params: readonly SqlValue[]): Promise<Row[]> {
      if (lost) throw new ConnectionLost();
      const values = params.map(sent) as never[];
      return [
        ...(await client.unsafe<Row[] & Record<string, unknown>[]>(sql, values, {
          prepare: values.length > 0,
        })),
      ];
    },
    isLost: () => lost,
    end: () => client.end({ timeout: 5 }),
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

  async function take(): Promise<Client> {
    for (;;) {
      if (ended) throw new Error('the store is closed');
      const client = idle.pop();
      if (client?.isLost() === true) all.delete(client);
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
        if (client.isLost()) all.delete(client);
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
