'use client';
import { ScanSearch } from 'lucide-react';
import { useState } from 'react';
import { Panel, useReactFlow, useStore, useStoreApi, type Viewport } from 'reactflow';
import { counted } from '@/lib/view/counted';
import type { Layout } from '@/lib/dag/layout';
import { Announced } from '@/components/ui/announced';
import { Button } from '@/components/ui/button';
import { centreInView, viewOf } from './viewport';

interface NewVerticesProps {
  /** The drawing as it was when the reader came. */
  began: Layout;
  layout: Layout;
  /** One has been taken to `vertex`, by `view`. */
  onShown: (vertex: string, view: Viewport) => void;
}

/**
 * Says how many vertices have come in where the reader does not look, and takes one there: a graph that grows does not move the view by itself. A vertex
 * that was in sight once is new no more.
 */
export function NewVertices({ began, layout, onShown }: NewVerticesProps) {
  const flow = useReactFlow();
  const store = useStoreApi();
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const unseen = [...layout.vertices].filter(([name]) => !began.vertices.has(name) && !seen.has(name));
  // As places in the list and in one text, so that a moving view makes nothing anew until one of them comes in sight.
  const inView = useStore((state) =>
    unseen.flatMap(([, box], place) => (centreInView(box, state) ? [place] : [])).join(' '),
  );
  if (inView !== '') {
    const places = new Set(inView.split(' ').map(Number));
    setSeen(new Set([...seen, ...unseen.flatMap(([name], place) => (places.has(place) ? [name] : []))]));
  }
  const [first] = unseen;
  const words = first ? `${counted(unseen.length, 'new vertex', 'new vertices')} out of sight` : '';
  const show = () => {
    if (!first) return;
    const view = viewOf(
      unseen.map(([, box]) => box),
      store.getState(),
    );
    void flow.setViewport(view, { duration: 160 });
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
            <span className="sr-only">: bring them into view</span>
          </Button>
        </Panel>
      )}
    </>
  );
}
