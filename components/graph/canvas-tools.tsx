'use client';
import { Maximize, Minus, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Panel, useReactFlow } from 'reactflow';
import { IconButton } from '@/components/ui/button';

interface CanvasToolsProps {
  onFit: () => void;
  /** What else one can do with the drawing. */
  children?: ReactNode;
}

/** Zoom and fit, for hands that have no wheel. */
export function CanvasTools({ onFit, children }: CanvasToolsProps) {
  const flow = useReactFlow();
  return (
    <Panel position="top-right" className="flex flex-col gap-px rounded-sm border border-line bg-surface-2">
      <IconButton label="Zoom in" onClick={() => void flow.zoomIn({ duration: 120 })}>
        <Plus size={14} aria-hidden />
      </IconButton>
      <IconButton label="Zoom out" onClick={() => void flow.zoomOut({ duration: 120 })}>
        <Minus size={14} aria-hidden />
      </IconButton>
      <IconButton label="Fit the whole graph" onClick={onFit}>
        <Maximize size={13} aria-hidden />
      </IconButton>
      {children}
    </Panel>
  );
}
