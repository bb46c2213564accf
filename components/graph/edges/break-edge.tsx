'use client';
import type { EdgeProps } from 'reactflow';
import type { FlowEdge } from '@/components/graph/flow-elements';
import { arrowHead, EdgeLine, type EdgeForm } from './edge-line';

/** Leaves the loop: close dots and an arrow. */
export const breakForm: EdgeForm = { width: 2.2, dash: '0.1 5', target: arrowHead };

export function BreakEdge(props: EdgeProps<FlowEdge>) {
  return <EdgeLine {...props} form={breakForm} />;
}
