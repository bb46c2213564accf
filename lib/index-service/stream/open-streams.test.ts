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

test('revoking a key ends its streams and no other key’s', () => {
  const streams = createOpenStreams();
  const [first, second, other] = [played(streams, 'k1'), played(streams, 'k1'), played(streams, 'k2')];
  expect(streams.count()).toBe(3);
  streams.endOf('k1');
  expect([first.ended, second.ended, other.ended]).toEqual([true, true, false]);
  expect(streams.count()).toBe(1);
});

test('a stream that was let in before its key was revoked and opens after it ends at once', () => {
  const streams = createOpenStreams();
  streams.endOf('k1');
  expect(played(streams, 'k1').ended).toBe(true);
  expect(streams.count()).toBe(0);
  expect(played(streams, 'k2').ended).toBe(false);
});
