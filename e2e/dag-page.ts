// What browser tests ask of a drawn DAG.
import type { Page } from '@playwright/test';

/** The names of the vertices that are drawn, sorted. */
export const drawn = (page: Page) =>
  page
    .locator('[data-testid="flow-graph"] [data-vertex]')
    .evaluateAll((elements) => elements.map((element) => element.getAttribute('data-vertex') ?? '').sort());
