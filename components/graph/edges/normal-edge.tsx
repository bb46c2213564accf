'use client';
import type { EdgeProps } from 'reactflow';
import type { FlowEdge } from '@/components/graph/flow-elements';
import { EdgeLine, type EdgeForm } from './edge-line';

/** Passes the value on: a plain line. */
export const normalForm: EdgeForm = { width: 1.5 };

export function NormalEdge(props: EdgeProps<FlowEdge>) {
  return <EdgeLine {...props} form={normalForm} />;
}
