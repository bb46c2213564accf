import { expect, test } from 'vitest';
import { createOpenStreams } from './open-streams';

/** A stream that only knows whether it was ended. */
function played(streams: ReturnType<typeof createOpenStreams>, keyId: string): { ended: boolean } {
  const state = { ended: false };
  streams.add(keyId, (onEnd) => ({
    body: new ReadableStream<Uint8Array>(),
    end() {
      state.ended = true;
      onEnd();
    },
  }));
  return state;
}

test("revoking a key ends its streams and no other key's", () => {
  const streams = createOpenStreams();
  const [first, second, other] = [played(streams, 'k1'), played(streams, 'k1'), played(streams, 'k2')];
  expect(streams.count()).toBe(3);
  streams.endOf('k1');
  expect([first.ended, second.ended, other.ended]).toEqual([true, true, false]);
  expect(streams.count()).toBe(1);
});

test('a key has so many streams at once, and others have theirs', () => {
  const streams = createOpenStreams(2);
  played(streams, 'k1');
  const second = streams.add('k1', (onEnd) => ({ body: new ReadableStream<Uint8Array>(), end: onEnd }));
  expect(() => played(streams, 'k1')).toThrow(
    expect.objectContaining({ status: 429, headers: { 'retry-after': '5' } }),
  );
  played(streams, 'k2');
  second.end();
  played(streams, 'k1');
  expect(streams.count()).toBe(3);
});

test('the streams of a key read the store one at a time, also after a read that failed', async () => {
  const streams = createOpenStreams();
  const running: string[] = [];
  const ends: (() => void)[] = [];
  function open(keyId: string, fails = false): Promise<unknown> {
    let result: Promise<unknown> = Promise.resolve();
    streams.add(keyId, (onEnd, inTurn) => {
      result = inTurn(() => {
        running.push(keyId);
        return new Promise<void>((resolve, reject) =>
          ends.push(() => (fails ? reject(new Error('broken')) : resolve())),
        );
      });
      return { body: new ReadableStream<Uint8Array>(), end: onEnd };
    });
    return result;
  }
  const first = expect(open('k1', true)).rejects.toThrow('broken');
  const [second, other] = [open('k1'), open('k2')];
  await Promise.resolve();
  expect(running).toEqual(['k1', 'k2']);
  ends.forEach((end) => end());
  await Promise.all([first, other]);
  await expect.poll(() => running).toEqual(['k1', 'k2', 'k1']);
  ends.at(-1)?.();
  await second;
});

test('between the reads of a key other requests are answered', async () => {
  const streams = createOpenStreams();
  const order: string[] = [];
  const reads: Promise<void>[] = [];
  streams.add('k1', (onEnd, inTurn) => {
    for (let n = 0; n < 2; n += 1) reads.push(inTurn(async () => void order.push('read')));
    return { body: new ReadableStream<Uint8Array>(), end: onEnd };
  });
  setImmediate(() => order.push('another request'));
  await Promise.all(reads);
  expect(order).toEqual(['read', 'another request', 'read']);
});

test('a stream that opens after the service has stopped ends at once', () => {
  const streams = createOpenStreams();
  streams.endEvery();
  expect(played(streams, 'k1').ended).toBe(true);
});

test('a stream that was let in before its key was revoked and opens after it ends at once', () => {
  const streams = createOpenStreams();
  streams.endOf('k1');
  expect(played(streams, 'k1').ended).toBe(true);
  expect(streams.count()).toBe(0);
  expect(played(streams, 'k2').ended).toBe(false);
});
