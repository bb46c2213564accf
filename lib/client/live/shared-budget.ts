// What the tabs of one connection spend of their common budget of background requests.

export interface SharedBudget {
  announce: (requests: number) => void;
  /** One listener: what another tab has spent. */
  onSpent: (listener: (requests: number) => void) => void;
}

/** Opens nothing before `open`, which a server never calls. `channelName`: the same in all tabs of a connection. */
export function createSharedBudget(channelName: () => string) {
  let channel: BroadcastChannel | undefined;
  let onSpent: (requests: number) => void = () => undefined;
  return {
    announce: (requests: number) => channel?.postMessage(requests),
    onSpent: (listener: (requests: number) => void) => void (onSpent = listener),
    open(): void {
      if (typeof BroadcastChannel === 'undefined') return;
      channel = new BroadcastChannel(channelName());
      channel.onmessage = ({ data }: MessageEvent<unknown>) => {
        if (typeof data === 'number') onSpent(data);
      };
    },
    close(): void {
      channel?.close();
      channel = undefined;
    },
  };
}
