/** Next calls this once when a server process starts. Node-only work lies in a module of its own: the edge bundle must not see it. */
export async function register(): Promise<void> {
  if (process.env['NEXT_RUNTIME'] !== 'nodejs') return;
  const { startRelay } = await import('@/lib/relay/start');
  startRelay();
}
