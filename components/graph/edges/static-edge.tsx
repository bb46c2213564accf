'use client';
import type { EdgeProps } from 'reactflow';
import type { FlowEdge } from '@/components/graph/flow-elements';
import { EdgeLine, type EdgeForm } from './edge-line';

/** Stays available in every iteration: sparse dots. */
export const staticForm: EdgeForm = { width: 2.4, dash: '0.1 11' };

export function StaticEdge(props: EdgeProps<FlowEdge>) {
  return <EdgeLine {...props} form={staticForm} />;
}
