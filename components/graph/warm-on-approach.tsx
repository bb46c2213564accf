'use client';
import { useEffect } from 'react';
import { warmGraph } from './canvas-loader';

const DRAWN = 'a[href^="/dags/"], a[href^="/executions/"]';

/** Fetches the drawing's code when the pointer or the keyboard comes to a link that leads to a drawing, or to its row. */
export function WarmOnApproach() {
  useEffect(() => {
    const near = ({ target }: Event) => {
      if (!(target instanceof Element)) return;
      const found = target.closest(DRAWN) ?? target.closest('tr')?.querySelector(DRAWN);
      if (!found) return;
      leave();
      warmGraph();
    };
    const leave = () => {
      document.removeEventListener('pointerover', near);
      document.removeEventListener('focusin', near);
    };
    document.addEventListener('pointerover', near, { passive: true });
    document.addEventListener('focusin', near);
    return leave;
  }, []);
  return null;
}
