// Before and after each component test.
import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

// One second unless set: too short for a machine that does other things too.
configure({ asyncUtilTimeout: 30_000 });

// The files of a worker share a document and timers, and the testing library's automatic cleanup runs in the first file only.
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

// jsdom has no media queries: none matches.
window.matchMedia ??= (media) =>
  Object.assign(new EventTarget(), { matches: false, media, onchange: null }) as unknown as MediaQueryList;
