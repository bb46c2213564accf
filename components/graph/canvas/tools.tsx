'use client';
import { Download, Maximize, Minus, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Panel, useReactFlow, type Viewport } from 'reactflow';
import { serverClock } from '@/lib/time/server-clock';
import { IconButton } from '@/components/ui/button';
import { dot, mermaid } from '@/lib/dag/text-export';
import { Menu } from '@/components/ui/menu';
import { saveFile, saveText } from '@/components/ui/save-file';
import { motionMs } from './motion';
import { asPng, asSvg, type ExportedDrawing } from './export-image';

interface CanvasToolsProps {
  onFit: () => void;
  onMoved: (view: Viewport) => void;
  children?: ReactNode;
}

/** Zoom and fit buttons. */
export function CanvasTools({ onFit, onMoved, children }: CanvasToolsProps) {
  const flow = useReactFlow();
  // React Flow reports pointer and wheel moves only.
  const zoom = async (direction: 'zoomIn' | 'zoomOut') => {
    await flow[direction]({ duration: motionMs(120) });
    onMoved(flow.getViewport());
  };
  return (
    <Panel position="top-right" className="flex flex-col gap-px rounded-sm border border-line bg-surface-2">
      <IconButton label="Zoom in" onClick={() => void zoom('zoomIn')}>
        <Plus size={14} aria-hidden />
      </IconButton>
      <IconButton label="Zoom out" onClick={() => void zoom('zoomOut')}>
        <Minus size={14} aria-hidden />
      </IconButton>
      <IconButton label="Fit graph" onClick={onFit}>
        <Maximize size={13} aria-hidden />
      </IconButton>
      {children}
    </Panel>
  );
}

/** Exports the drawing as an image, or as text for other tools. */
export function ExportMenu(picture: ExportedDrawing) {
  const { graph, layout } = picture.drawn;
  const [failure, setFailure] = useState<string | null>(null);
  const formats = {
    SVG: async () =>
      saveText('dag.svg', (await asSvg(picture, new Date(serverClock.now()))).svg, 'image/svg+xml'),
    PNG: async () => saveFile('dag.png', await asPng(picture, new Date(serverClock.now()))),
    Mermaid: async () => saveText('dag.mmd', mermaid(graph, layout.heading), 'text/plain'),
    DOT: async () => saveText('dag.dot', dot(graph, layout.heading), 'text/plain'),
  };
  const save = (write: () => Promise<void>) => {
    setFailure(null);
    write().catch((error: unknown) => setFailure(error instanceof Error ? error.message : String(error)));
  };
  return (
    <>
      <Menu
        trigger={
          <IconButton label="Export graph">
            <Download size={13} aria-hidden />
          </IconButton>
        }
      >
        {({ MenuItem }) =>
          Object.entries(formats).map(([name, write]) => (
            <MenuItem key={name} onSelect={() => save(write)}>
              {name}
            </MenuItem>
          ))
        }
      </Menu>
      {failure !== null && (
        <p role="alert" className="absolute top-0 right-9 w-60 rounded-sm bg-surface-3 px-2 py-1 text-fail">
          Export failed: {failure}
        </p>
      )}
    </>
  );
}
