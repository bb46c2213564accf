// The build the server now runs; null when it can't be determined.
export async function runningBuild(request: typeof fetch): Promise<string | null> {
  try {
    const response = await request('/api/version', { cache: 'no-store' });
    if (!response.ok) return null;
    const answer = (await response.json()) as { build_id?: unknown } | null;
    return typeof answer?.build_id === 'string' ? answer.build_id : null;
  } catch {
    return null;
  }
}
