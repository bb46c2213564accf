/** Next calls this once when a server process starts. The import is dynamic because the edge bundle cannot contain Node modules. */
export async function register(): Promise<void> {
  if (process.env['NEXT_RUNTIME'] !== 'nodejs') return;
  const { startRelay } = await import('@/lib/relay/server/request-pipeline');
  startRelay();
}
