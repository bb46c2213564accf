import { prefersReducedMotion } from '@/components/ui/use-media';

/** How long React Flow takes for a move: it jumps where the system asks for less motion. */
export const motionMs = (ms: number) => (prefersReducedMotion() ? 0 : ms);
