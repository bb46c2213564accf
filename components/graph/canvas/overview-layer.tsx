'use client';
import { useEffect, useMemo, useRef } from 'react';
import { useStoreApi } from 'reactflow';
import type { VertexState } from '@/lib/dag/run-state';
import { useGraphContext } from '@/components/graph/graph-context';
import type { DrawnGraph } from '@/components/graph/layout/use-layout';
import { stateColour } from '@/components/graph/appearance';
import { edgeBundles, overviewChunks, type Palette } from './paint-overview';

/** Painted beyond the frame on every side, so that short pans need no repaint. */
const MARGIN = 260;
/** Scaling while zooming before a repaint. */
const STRETCH = 1.35;

interface OverviewLayerProps {
  drawn: DrawnGraph;
  /** False when zoomed in: vertices are mounted instead. */
  visible: boolean;
}

function paletteOf(element: HTMLElement): Palette {
  const style = getComputedStyle(element);
  const colour = (token: string) => style.getPropertyValue(token).trim();
  const resolved = (value: string) => colour(value.replace(/^var\((.*)\)$/, '$1'));
  return {
    plain: colour('--color-line-strong'),
    marked: colour('--color-text-3'),
    text: colour('--color-text'),
    card: colour('--color-surface-2'),
    accent: colour('--color-accent'),
    idle: colour('--color-idle'),
    font: style.fontFamily,
    states: Object.fromEntries(
      Object.entries(stateColour).map(([state, value]) => [state, resolved(value)]),
    ) as Record<VertexState, string>,
  };
}

function emptyCanvas(): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.className = 'absolute top-0 left-0 origin-top-left';
  return canvas;
}

/** Setting the size of a canvas allocates it again. */
function clear(
  context: CanvasRenderingContext2D,
  { width, height }: { width: number; height: number },
): void {
  const { canvas } = context;
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  context.resetTransform();
  context.clearRect(0, 0, width, height);
}

interface Painted {
  canvas: HTMLCanvasElement;
  at: { x: number; y: number; zoom: number };
}

/** The overview canvas of a large graph when zoomed out. Painted off-screen and swapped in when complete. */
export function OverviewLayer({ drawn, visible }: OverviewLayerProps) {
  const { run, selected } = useGraphContext();
  const frame = useRef<HTMLDivElement>(null);
  const store = useStoreApi();
  const bundles = useMemo(() => edgeBundles(drawn), [drawn]);
  /** The visible canvas, kept until the next is painted, so that replay steps do not flicker. */
  const last = useRef<Painted | null>(null);
  /** Reused by the next paint: a new canvas of this size takes milliseconds. */
  const unused = useRef<HTMLCanvasElement | null>(null);
  /** Null after a change of theme: reading it computes styles. */
  const palette = useRef<Palette | null>(null);

  useEffect(() => {
    const box = frame.current;
    if (!box) return;
    if (!visible) {
      last.current = null;
      delete box.dataset['painted'];
      box.replaceChildren();
      return;
    }
    let [front, spare] = [last.current?.canvas ?? emptyCanvas(), unused.current ?? emptyCanvas()];
    unused.current = spare;
    let painted = last.current?.at ?? null;
    let next = 0;
    let busy = false;

    const follow = () => {
      const [x, y, zoom] = store.getState().transform;
      if (!painted) return;
      const scale = zoom / painted.zoom;
      const left = x - painted.x * scale;
      const top = y - painted.y * scale;
      front.style.transform = `translate(${left - MARGIN * scale}px, ${top - MARGIN * scale}px) scale(${scale})`;
    };
    const isStale = () => {
      const [x, y, zoom] = store.getState().transform;
      if (!painted) return true;
      const scale = zoom / painted.zoom;
      if (scale > STRETCH || scale < 1 / STRETCH) return true;
      return Math.abs(x - painted.x * scale) > MARGIN * 0.8 || Math.abs(y - painted.y * scale) > MARGIN * 0.8;
    };
    const paint = () => {
      busy = true;
      // In a task of its own, after the event that asked for it.
      next = requestAnimationFrame(paintChunks);
    };
    const paintChunks = () => {
      const { transform, width, height } = store.getState();
      const context = spare.getContext('2d');
      if (!context || width === 0) {
        busy = false;
        return;
      }
      const [x, y, zoom] = transform;
      const density = Math.min(window.devicePixelRatio, 2);
      const size = { width: width + 2 * MARGIN, height: height + 2 * MARGIN };
      clear(context, { width: Math.round(size.width * density), height: Math.round(size.height * density) });
      spare.style.width = `${size.width}px`;
      spare.style.height = `${size.height}px`;
      const view = { x: x + MARGIN, y: y + MARGIN, zoom };
      palette.current ??= paletteOf(box);
      const scene = { drawn, bundles, palette: palette.current, run, selected, view, ...size, density };
      const chunks = overviewChunks(context, scene);
      const step = () => {
        chunks.shift()?.();
        if (chunks.length > 0) {
          next = requestAnimationFrame(step);
          return;
        }
        busy = false;
        painted = { x, y, zoom };
        [front, spare] = [spare, front];
        unused.current = spare;
        last.current = { canvas: front, at: painted };
        follow();
        box.replaceChildren(front);
        box.dataset.painted = 'true';
        if (isStale()) paint();
        else settle();
      };
      step();
    };
    // Repaints sharply once the zoom has settled.
    let rest: ReturnType<typeof setTimeout> | undefined;
    const settle = () => {
      clearTimeout(rest);
      if (painted && store.getState().transform[2] !== painted.zoom)
        rest = setTimeout(() => !busy && paint(), 160);
    };
    const handleMove = () => {
      follow();
      if (busy) return;
      if (isStale()) paint();
      else settle();
    };
    const repaint = () => {
      painted = null;
      if (!busy) paint();
    };
    paint();
    const unsubscribe = store.subscribe((state, before) => {
      if (state.transform !== before.transform) handleMove();
      else if (state.width !== before.width || state.height !== before.height) repaint();
    });
    const repaintInTheme = () => {
      palette.current = null;
      repaint();
    };
    const theme = new MutationObserver(repaintInTheme);
    theme.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
    const systemThemes = ['(prefers-color-scheme: dark)', '(forced-colors: active)'].map((query) =>
      window.matchMedia(query),
    );
    for (const query of systemThemes) query.addEventListener('change', repaintInTheme);
    return () => {
      unsubscribe();
      theme.disconnect();
      for (const query of systemThemes) query.removeEventListener('change', repaintInTheme);
      clearTimeout(rest);
      cancelAnimationFrame(next);
    };
  }, [drawn, bundles, run, selected, visible, store]);

  return (
    <div
      ref={frame}
      aria-hidden
      data-testid="overview-layer"
      className="pointer-events-none absolute inset-0 -z-10 overflow-hidden"
    />
  );
}
