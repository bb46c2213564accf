// The relay's log: JSON lines. Invariant: no line holds a key, a cookie's value or a password: fields with such names are redacted, and so is
// anything that looks like a key or a seal, since messages may come from elsewhere.
import pino from 'pino';
import { ContractError } from '@/lib/contract/errors';
import type { RelayEnv } from './env';

type Facts = Record<string, string | number | null>;

export type RelayLog = ReturnType<typeof createRelayLog>;

const REDACTED = '[redacted]';
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
/** Keys with a long secret, and sealed cookies. Short secrets are redacted by the name of their field. */
const SECRET_PATTERN = /\b[\w-]{1,64}\.[\w-]{24,256}\b|\bFe26\.2\*[\w*.~-]+/g;

export function withoutSecrets(line: string): string {
  return line.replace(SECRET_PATTERN, REDACTED);
}

export function createRelayLog(
  level: RelayEnv['LOG_LEVEL'],
  sink: { write: (line: string) => void } = process.stdout,
) {
  const names = SECRET_NAMES.map((name) => `["${name}"]`);
  const log = pino(
    {
      name: 'relay',
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: [...names, ...names.map((name) => `*${name}`)], censor: REDACTED },
    },
    { write: (line: string) => sink.write(withoutSecrets(line)) },
  );
  return {
    /** A bug: anything but a ContractError. */
    unforeseen(error: unknown): void {
      const { name, message, stack } =
        error instanceof Error ? error : { name: 'Error', message: 'not an Error', stack: undefined };
      const code = error instanceof ContractError ? error.code : undefined;
      log.error({ name, code, message, at: stack?.split('\n')[1]?.trim() }, 'unforeseen error');
    },
    /** A failed read of the index. */
    upstream(error: ContractError, request_id: string): void {
      const { cause, code, message } = error;
      const inner = (cause as Error | undefined)?.cause as NodeJS.ErrnoException | undefined;
      log.warn({ request_id, code, message, cause: inner?.code ?? null }, 'upstream failed');
    },
    /** A change of a stream's upstream connection. */
    stream: (what: string, facts: Facts): void => log.info(facts, what),
    /** A message that the operator's webhook did not accept. */
    webhook: (what: string, facts: Facts): void => log.warn(facts, what),
    /** One request to an index and its response, at level debug. */
    indexRequest: (facts: Facts): void => log.debug(facts, 'index request'),
  };
}
