'use client';
import type { EdgeProps } from 'reactflow';
import type { FlowEdge } from '@/components/graph/flow-elements';
import { crowsFoot, EdgeLine, type EdgeForm } from './edge-line';

/** One walk for each element: a thick line that fans out where it arrives. */
export const forEachForm: EdgeForm = { width: 3, target: (at) => crowsFoot(at, 'ahead') };

export function ForEachEdge(props: EdgeProps<FlowEdge>) {
  return <EdgeLine {...props} form={forEachForm} />;
}
