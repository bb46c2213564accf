// Reads a request's body. Invariant: no more than `limit` bytes are ever in memory.

/** The whole body, empty where there is none; undefined, and the rest is not received, when it is longer than `limit` bytes. */
export async function boundedBody(request: Request, limit: number): Promise<Buffer | undefined> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) return undefined;
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
    const chunk = part.value as Uint8Array;
    size += chunk.byteLength;
    if (size > limit) {
      await reader?.cancel();
      return undefined;
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
