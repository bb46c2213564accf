// What every step of the request path has in common. Invariant: a handler either answers the request or calls `next`, never both.
import type { IncomingMessage, ServerResponse } from 'node:http';

/** `next` runs the rest of the path and resolves when the response is finished or abandoned. Throws ContractError to refuse. */
export type Handler = (
  request: IncomingMessage,
  response: ServerResponse,
  next: () => Promise<void>,
) => void | Promise<void>;

/** Refuses a request in plain text and closes its connection, so that an unread body is never received. */
export function refuse(
  response: ServerResponse,
  status: number,
  message: string,
  headers: Record<string, string> = {},
): void {
  response
    .writeHead(status, {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'no-store',
      Connection: 'close',
      ...headers,
    })
    .end(`${message}\n`);
}
