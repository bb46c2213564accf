import { expect, it } from 'vitest';
import { boundedBody } from './bounded-body';

const sent = (parts: readonly string[], end: (controller: ReadableStreamDefaultController) => void) =>
  new Request('http://console.example', {
    method: 'POST',
    duplex: 'half',
    body: new ReadableStream({
      start(controller) {
        for (const part of parts) controller.enqueue(new TextEncoder().encode(part));
        end(controller);
      },
    }),
  } as RequestInit);

it('reads a body up to its limit', async () => {
  const closed = (...parts: string[]) => sent(parts, (controller) => controller.close());
  expect(String(await boundedBody(closed('ab', 'c'), 3))).toBe('abc');
  expect(await boundedBody(closed('ab', 'cd'), 3)).toBeUndefined();
  expect(String(await boundedBody(new Request('http://console.example'), 3))).toBe('');
});

it.each([
  ['is reset', new Error('aborted')],
  ['is closed', new DOMException('This operation was aborted', 'AbortError')],
])('blames the client when its connection %s', async (_, error) => {
  const aborted = sent(['ab'], (controller) => controller.error(error));
  const thrown: unknown = await boundedBody(aborted, 3).catch((reason: unknown) => reason);
  expect(thrown).toMatchObject({ code: 'INVALID_REQUEST', status: 400 });
  // A cause is what gets logged.
  expect((thrown as Error).cause).toBeUndefined();
});
