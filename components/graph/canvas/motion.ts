// React Flow moves the view by script, which the style sheet's rule for reduced motion does not reach.

export const prefersReducedMotion = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** How long a move takes: a jump where the system asks for less motion. */
export const motionMs = (ms: number) => (prefersReducedMotion() ? 0 : ms);
