// A fake EventSource for tests in Node, which has none; the real one runs in the browser tests.
import type { Source } from '@/lib/client/live/connection';

export class ManualSource implements Source {
  readyState = 0;
  onerror: (() => void) | null = null;
  closed = false;
  private readonly listeners = new Map<string, (event: { data: string; lastEventId: string }) => void>();
  constructor(readonly url: string) {}
  addEventListener(name: string, listener: (event: { data: string; lastEventId: string }) => void): void {
    this.listeners.set(name, listener);
  }
  close(): void {
    this.closed = true;
  }
  emit(name: string, data: unknown, lastEventId = ''): void {
    this.listeners.get(name)?.({ data: typeof data === 'string' ? data : JSON.stringify(data), lastEventId });
  }
  event(id: string): void {
    const data = `{"id":${id},"kind":"WalkAdvancedEvent","tx_digest":"t","sender_address":"0x1","payload":{"n":9007199254740993}}`;
    this.emit('message', data, id);
  }
  hello(tip: string | null = '10', log_id: string | null = 'L1', state = 'live'): void {
    this.emit('relay-hello', { log_id, tip, state });
  }
  fail(readyState = 0): void {
    this.readyState = readyState;
    this.onerror?.();
  }
}
