// The BroadcastChannels of one browser's tabs, so that tests with fake timers need not wait for real ones.

interface TabChannel {
  postMessage(message: unknown): void;
  onmessage: ((event: { data: unknown }) => void) | null;
  close(): void;
}

/** Opens channels by name; a message reaches the others of that name a moment later. */
export function createTabChannels() {
  const open = new Map<string, Set<TabChannel>>();
  return (name: string): TabChannel => {
    const all = open.get(name) ?? new Set();
    open.set(name, all);
    const channel: TabChannel = {
      onmessage: null,
      postMessage(message) {
        for (const other of all)
          if (other !== channel)
            queueMicrotask(() => {
              if (all.has(other)) other.onmessage?.({ data: structuredClone(message) });
            });
      },
      close: () => void all.delete(channel),
    };
    all.add(channel);
    return channel;
  };
}
