export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

/** Pieces are joined in slices of this length, so that the page stays responsive. */
const SLICE_MS = 16;

/** The text of `pieces`, which may take long to make. */
export async function joined(pieces: Iterable<string>): Promise<string> {
  const parts: string[] = [];
  let sliceStart = performance.now();
  for (const piece of pieces) {
    parts.push(piece);
    if (performance.now() - sliceStart < SLICE_MS) continue;
    await new Promise((done) => setTimeout(done, 0));
    sliceStart = performance.now();
  }
  return parts.join('');
}

export function saveText(name: string, text: string, type = 'application/json'): void {
  saveFile(name, new Blob([text], { type }));
}
