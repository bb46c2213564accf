// What the relay writes down: JSON lines. Invariant: an error is told by name, code and message; no line holds a key, a cookie's content or a password.
// Fields with such names are struck out, and so is whatever looks like a key or a seal in any line, since a message is not always ours.
import pino from 'pino';
import { ContractError } from '@/lib/contract/errors';
import type { RelayEnv } from './env';

type Facts = Record<string, string | number | null>;

export interface RelayLog {
  /** Something that nobody foresaw. */
  unforeseen: (error: unknown) => void;
  /** A read that the index did not answer as it should. */
  upstream: (error: ContractError, requestId: string) => void;
  /** A turn in the life of the stream. */
  stream: (what: string, facts: Facts) => void;
  /** One request to an index and its answer; written at level debug. */
  asked: (facts: Facts) => void;
}

const STRUCK = '[struck out]';
const SECRET_NAMES = [
  'key',
  'secret',
  'password',
  'passphrase',
  'cookie',
  'authorization',
  'x-api-key',
  'sealed',
];
/** A key with a secret of some length, and what iron-session seals. Short secrets are kept out by their field's name. */
const SECRET_LOOKS = /\b[\w-]{1,64}\.[\w-]{24,256}\b|\bFe26\.2\*[\w*.~-]+/g;

/** A line as it may be written. */
export function withoutSecrets(line: string): string {
  return line.replace(SECRET_LOOKS, STRUCK);
}

export function createRelayLog(
  level: RelayEnv['logLevel'],
  sink: { write: (line: string) => void } = process.stdout,
): RelayLog {
  const names = SECRET_NAMES.map((name) => `["${name}"]`);
  const log = pino(
    {
      name: 'relay',
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: [...names, ...names.map((name) => `*${name}`)], censor: STRUCK },
    },
    { write: (line: string) => void sink.write(withoutSecrets(line)) },
  );
  return {
    unforeseen(error) {
      const { name, message, stack } =
        error instanceof Error ? error : { name: 'Error', message: 'not an Error', stack: undefined };
      const code = error instanceof ContractError ? error.code : undefined;
      log.error({ name, code, message, at: stack?.split('\n')[1]?.trim() }, 'unforeseen error');
    },
    upstream(error, request_id) {
      const { cause, code, message } = error;
      const inner = (cause as Error | undefined)?.cause as NodeJS.ErrnoException | undefined;
      log.warn({ request_id, code, message, cause: inner?.code ?? null }, 'upstream failed');
    },
    stream: (what, facts) => log.info(facts, what),
    asked: (facts) => log.debug(facts, 'asked the index'),
  };
}
