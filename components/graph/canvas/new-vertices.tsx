'use client';
import { ScanSearch } from 'lucide-react';
import { useState } from 'react';
import { Panel, useReactFlow, useStore, useStoreApi, type Viewport } from 'reactflow';
import { counted } from '@/lib/view/amount';
import type { Layout } from '@/lib/dag/layout';
import { Announced } from '@/components/ui/announced';
import { Button } from '@/components/ui/button';
import { motionMs } from './motion';
import { centreInView, viewOf } from './viewport';

interface NewVerticesProps {
  initial: Layout;
  layout: Layout;
  onShown: (vertex: string, view: Viewport) => void;
}

/** Counts new vertices outside the view and brings them into view on request; a vertex once seen is no longer new. */
export function NewVertices({ initial, layout, onShown }: NewVerticesProps) {
  const flow = useReactFlow();
  const store = useStoreApi();
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const unseen = [...layout.vertices].filter(([name]) => !initial.vertices.has(name) && !seen.has(name));
  // A string of indexes, so that a moving view re-renders only when a new vertex comes into view.
  const inView = useStore((state) =>
    unseen.flatMap(([, box], place) => (centreInView(box, state) ? [place] : [])).join(' '),
  );
  if (inView !== '') {
    const places = new Set(inView.split(' ').map(Number));
    setSeen(new Set([...seen, ...unseen.flatMap(([name], place) => (places.has(place) ? [name] : []))]));
  }
  const [first] = unseen;
  const words = first ? `${counted(unseen.length, 'new vertex', 'new vertices')} out of view` : '';
  const show = () => {
    if (!first) return;
    const view = viewOf(
      unseen.map(([, box]) => box),
      store.getState(),
    );
    void flow.setViewport(view, { duration: motionMs(160) });
    onShown(first[0], view);
  };
  return (
    <>
      <Announced words={words} />
      {first && (
        <Panel position="top-left">
          <Button size="small" onClick={show} data-testid="new-vertices">
            <ScanSearch size={13} aria-hidden />
            {words}
            <span className="sr-only">: show</span>
          </Button>
        </Panel>
      )}
    </>
  );
}
