// What the relay writes down: JSON lines. Invariant: an error is told by name, code and message; never with request headers, bodies or a key.
import pino from 'pino';
import { ContractError } from '@/lib/contract/errors';

export interface RelayLog {
  /** Something that nobody foresaw. */
  unforeseen: (error: unknown) => void;
  /** A read that the index did not answer as it should. */
  upstream: (error: ContractError, requestId: string) => void;
  /** A turn in the life of the stream. */
  stream: (what: string, facts: Record<string, string | number | null>) => void;
}

export function createRelayLog(): RelayLog {
  const log = pino({ name: 'relay', base: null, timestamp: pino.stdTimeFunctions.isoTime });
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
  };
}
