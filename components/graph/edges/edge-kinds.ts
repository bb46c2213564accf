'use client';
// The kinds of edges for React Flow: all are drawn by one component, which takes the form from the kind.
import { edgeKinds } from '@/lib/contract/dags';
import { EdgeLine } from './edge-line';

export const edgeTypes = Object.fromEntries(edgeKinds.map((kind) => [kind, EdgeLine]));
