'use client';
// The drawing as a file: SVG with embedded fonts, or a PNG of it, in the colours currently on screen.
import { edgeRunLabel, type RunState, vertexRunLabel } from '@/lib/dag/run-state';
import { type ImageTheme, type ImagePaint, svgFile } from '@/lib/dag/static-image';
import { changeColour, changeText, edgeColour, stateColour } from '@/components/graph/appearance';
import type { GraphMarks } from '@/components/graph/graph-context';
import type { DrawnGraph } from '@/components/graph/layout/use-layout';

/** Maximum canvas side that browsers accept. */
const LARGEST = 8000;

function fontFaces(): CSSFontFaceRule[] {
  return [...document.styleSheets].flatMap((sheet) => {
    try {
      return [...sheet.cssRules].filter((rule) => rule instanceof CSSFontFaceRule);
    } catch {
      // Cross-origin style sheets hide their rules.
      return [];
    }
  });
}

async function asDataUrl(url: string): Promise<string> {
  const blob = await (await fetch(url)).blob();
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : '');
    reader.onerror = () => reject(reader.error ?? new Error(`${url} could not be read`));
    reader.readAsDataURL(blob);
  });
}

const firstFamily = (families: string) => families.split(',')[0]?.trim().replaceAll(/['"]/g, '') ?? '';

/** The `@font-face` rules of the fonts in use, with the fonts embedded. */
async function inlinedFonts(families: readonly string[]): Promise<string> {
  const rules = fontFaces().filter(({ style }) => {
    const name = firstFamily(style.getPropertyValue('font-family'));
    // Latin only: tool and port names are ASCII.
    const range = style.getPropertyValue('unicode-range');
    return families.includes(name) && (range === '' || /U\+0{0,4}-?0?0?FF|U\+20|U\+0000-00FF/i.test(range));
  });
  const texts = await Promise.all(
    rules.map(async ({ style, parentStyleSheet }) => {
      const [, path = ''] = /url\(["']?([^"')]+)/.exec(style.getPropertyValue('src')) ?? [];
      if (path === '') return '';
      const url = new URL(path, parentStyleSheet?.href ?? document.baseURI).href;
      const name = firstFamily(style.getPropertyValue('font-family'));
      const weight = style.getPropertyValue('font-weight') || 'normal';
      return `@font-face{font-family:"${name}";font-weight:${weight};src:url(${await asDataUrl(url)})}`;
    }),
  );
  return texts.join('');
}

async function currentTheme(): Promise<ImageTheme> {
  const style = getComputedStyle(document.body);
  const colour = (token: string) => style.getPropertyValue(token).trim();
  const probe = document.createElement('span');
  probe.className = 'mono';
  document.body.append(probe);
  const mono = getComputedStyle(probe).fontFamily;
  probe.remove();
  const sans = style.fontFamily;
  return {
    ground: colour('--color-surface'),
    card: colour('--color-surface-2'),
    line: colour('--color-line-strong'),
    edge: colour('--color-text-3'),
    text: colour('--color-text'),
    quiet: colour('--color-text-2'),
    sans,
    mono,
    fonts: await inlinedFonts([firstFamily(sans), firstFamily(mono)]),
  };
}

export interface ExportedDrawing {
  drawn: DrawnGraph;
  /** Caption lines: the DAG, and the run if any. */
  caption: readonly string[];
  run: RunState | null;
  marks: GraphMarks | null;
}

/** Run and diff colours resolved to values: a file has no design tokens. */
function paintOf({ drawn: { graph }, run, marks }: ExportedDrawing): ImagePaint {
  const style = getComputedStyle(document.body);
  const colour = (token: string) => style.getPropertyValue(token.replace(/^var\((.+)\)$/, '$1')).trim();
  const paint = { vertices: new Map(), edges: new Map() } satisfies ImagePaint;
  for (const { name } of graph.vertices) {
    const state = run?.vertices.get(name);
    const change = marks?.vertices.get(name) ?? 'same';
    if (state)
      paint.vertices.set(name, { colour: colour(stateColour[state.state]), word: vertexRunLabel(state) });
    else if (change !== 'same')
      paint.vertices.set(name, { colour: colour(changeColour[change]), word: changeText(change, marks) });
  }
  for (const edge of graph.edges) {
    const token = edgeColour(edge, { run, marks });
    const count = edgeRunLabel(edge.kind, run?.edges.get(edge.key));
    if (token !== null) paint.edges.set(edge.key, { colour: colour(token), count });
  }
  return paint;
}

export async function asSvg(picture: ExportedDrawing, now: Date) {
  const { drawn, caption } = picture;
  const lines = [...caption, `drawn ${now.toISOString()}`];
  return svgFile(drawn.graph, drawn.layout, await currentTheme(), lines, paintOf(picture));
}

/** The drawing as PNG at double resolution where possible. Throws when the browser cannot render it. */
export async function asPng(picture: ExportedDrawing, now: Date): Promise<Blob> {
  const { svg, width, height } = await asSvg(picture, now);
  const image = new Image(width, height);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const scale = Math.min(2, LARGEST / width, LARGEST / height);
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) =>
      blob ? resolve(blob) : reject(new Error('the image is too large for this browser')),
    ),
  );
}
