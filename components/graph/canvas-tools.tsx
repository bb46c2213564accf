'use client';
import { Maximize, Minus, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Panel, useReactFlow, type Viewport } from 'reactflow';
import { IconButton } from '@/components/ui/button';

interface CanvasToolsProps {
  onFit: () => void;
  /** The reader has zoomed, to this view. */
  onMoved: (view: Viewport) => void;
  /** What else one can do with the drawing. */
  children?: ReactNode;
}

/** Zoom and fit, for hands that have no wheel. */
export function CanvasTools({ onFit, onMoved, children }: CanvasToolsProps) {
  const flow = useReactFlow();
  // React Flow tells of moves by hand and by wheel alone; these are the reader's own as well.
  const zoom = async (way: 'zoomIn' | 'zoomOut') => {
    await flow[way]({ duration: 120 });
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
      <IconButton label="Fit the whole graph" onClick={onFit}>
        <Maximize size={13} aria-hidden />
      </IconButton>
      {children}
    </Panel>
  );
}
