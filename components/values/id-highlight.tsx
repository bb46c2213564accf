'use client';
import { useEffect } from 'react';

/** Hovering or focusing an id highlights it everywhere, by changing one stylesheet rule: no renders, no inline styles. */
export function IdHighlight() {
  useEffect(() => {
    const sheet = new CSSStyleSheet();
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    let current: string | null = null;
    const light = (id: string | null) => {
      if (id === current) return;
      current = id;
      sheet.replaceSync(
        id === null
          ? ''
          : `[data-same-id="${CSS.escape(id)}"]{background:var(--color-accent-weak);box-shadow:0 0 0 3px var(--color-accent-weak)}`,
      );
    };
    const over = (event: Event) => {
      const found = event.target instanceof Element ? event.target.closest('[data-same-id]') : null;
      light(found?.getAttribute('data-same-id') ?? null);
    };
    const mounted = new AbortController();
    document.addEventListener('pointerover', over, mounted);
    document.addEventListener('focusin', over, mounted);
    return () => {
      mounted.abort();
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    };
  }, []);
  return null;
}
