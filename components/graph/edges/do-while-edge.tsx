'use client';
import type { EdgeProps } from 'reactflow';
import type { FlowEdge } from '@/components/graph/flow-elements';
import { arrowHead, EdgeLine, type EdgeForm } from './edge-line';

/** The way back of a loop: dashed, with an arrow, drawn around what it repeats. */
export const doWhileForm: EdgeForm = { width: 1.8, dash: '7 6', target: arrowHead };

export function DoWhileEdge(props: EdgeProps<FlowEdge>) {
  return <EdgeLine {...props} form={doWhileForm} />;
}
