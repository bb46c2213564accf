// The page that `npm run bench -- graph` compares ours with: React Flow with dagre on the main thread, as documented.
import dagre from '@dagrejs/dagre';
import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Background, Controls, MiniMap, ReactFlow, type Edge, type Node } from 'reactflow';
import 'reactflow/dist/style.css';
import type { DagStructure } from '@/lib/contract/dags';

const SIZE = { width: 172, height: 44 };

function laidOut({ vertices, edges }: DagStructure): { nodes: Node[]; edges: Edge[] } {
  const graph = new dagre.graphlib.Graph({ multigraph: true });
  graph.setGraph({ rankdir: 'LR' });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { name } of vertices) graph.setNode(name, { ...SIZE });
  for (const [index, { from, to }] of edges.entries())
    graph.setEdge(from.vertex, to.vertex, {}, String(index));
  dagre.layout(graph);
  return {
    nodes: vertices.map(({ name }) => {
      const { x, y } = graph.node(name) as { x: number; y: number };
      return { id: name, data: { label: name }, position: { x: x - SIZE.width / 2, y: y - SIZE.height / 2 } };
    }),
    edges: edges.map(({ from, to, kind }, index) => ({
      id: String(index),
      source: from.vertex,
      target: to.vertex,
      ...(kind !== 'normal' && { label: kind }),
    })),
  };
}

function Page() {
  const [drawn, setDrawn] = useState<{ nodes: Node[]; edges: Edge[] } | null>(null);
  useEffect(() => {
    void fetch(`/structure${window.location.pathname}`).then(async (answer) =>
      setDrawn(laidOut((await answer.json()) as DagStructure)),
    );
  }, []);
  if (drawn === null) return <p>Loading…</p>;
  return (
    <ReactFlow nodes={drawn.nodes} edges={drawn.edges} fitView minZoom={0.02}>
      <Background />
      <MiniMap />
      <Controls />
    </ReactFlow>
  );
}

const root = document.getElementById('root');
if (root) createRoot(root).render(<Page />);
