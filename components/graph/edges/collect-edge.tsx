'use client';
import type { EdgeProps } from 'reactflow';
import type { FlowEdge } from '@/components/graph/flow-elements';
import { crowsFoot, EdgeLine, type EdgeForm } from './edge-line';

/** Gathers the results of all walks: a thick line whose toes stand where it leaves. */
export const collectForm: EdgeForm = { width: 3, source: (at) => crowsFoot(at, 'behind') };

export function CollectEdge(props: EdgeProps<FlowEdge>) {
  return <EdgeLine {...props} form={collectForm} />;
}
