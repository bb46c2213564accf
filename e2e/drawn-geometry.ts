// What is drawn of a DAG, and what of it lies over something else, measured in the page: vertices, labels of edges, and every text on a card that is shown.
import type { Page } from '@playwright/test';

/** One line for each pair of things that lie over each other, and for each text that leaves its card. Empty is good. */
export function overlaps(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    interface Thing {
      name: string;
      box: DOMRect;
    }
    /** A pixel on a border belongs to both. */
    const SLACK = 1;
    const over = (a: DOMRect, b: DOMRect) =>
      a.left < b.right - SLACK &&
      b.left < a.right - SLACK &&
      a.top < b.bottom - SLACK &&
      b.top < a.bottom - SLACK;
    const pairs = (things: Thing[]) => {
      const inOrder = [...things].sort((a, b) => a.box.left - b.box.left);
      const found: string[] = [];
      for (const [index, first] of inOrder.entries())
        for (const second of inOrder.slice(index + 1)) {
          if (second.box.left >= first.box.right) break;
          if (over(first.box, second.box)) found.push(`${first.name} over ${second.name}`);
        }
      return found;
    };
    const cards = [...document.querySelectorAll('[data-testid="flow-graph"] [data-vertex]')];
    const vertices = cards.map((element) => ({
      name: element.getAttribute('data-vertex') ?? '',
      box: element.getBoundingClientRect(),
    }));
    const labels = [...document.querySelectorAll('[data-testid="flow-graph"] [data-edge-label]')].map(
      (element) => ({
        name: `label ${element.getAttribute('data-edge-label')}`,
        box: element.getBoundingClientRect(),
      }),
    );
    /** The text itself, where its element does not cut it off. */
    const visibleRect = (span: Element) => {
      const range = document.createRange();
      range.selectNodeContents(span);
      const [text, frame] = [range.getBoundingClientRect(), span.getBoundingClientRect()];
      const left = Math.max(text.left, frame.left);
      const right = Math.min(text.right, frame.right);
      return new DOMRect(left, frame.top, Math.max(0, right - left), frame.height);
    };
    // Marks of faults and changes stand on the card's edge on purpose: they must keep clear of labels and of other cards.
    const marks = [
      ...document.querySelectorAll(
        '[data-testid="flow-graph"] :is([data-contract-errors], [data-change-mark])',
      ),
    ].map((element) => ({
      name: `mark of ${element.closest('[data-vertex]')?.getAttribute('data-vertex')}`,
      box: element.getBoundingClientRect(),
    }));
    const ofCards = cards.flatMap((card, index) => {
      const { name = '', box } = vertices[index] ?? {};
      const texts = [...card.querySelectorAll('span')].filter(
        (span) =>
          span.closest('.sr-only, [data-contract-errors], [data-change-mark]') === null &&
          [...span.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue !== ''),
      );
      const things = texts.map((span) => ({
        name: `text "${span.textContent}" of ${name}`,
        box: visibleRect(span),
      }));
      const outside = things.filter(
        ({ box: text }) =>
          box !== undefined && (text.left < box.left - SLACK || text.right > box.right + SLACK),
      );
      return [...pairs(things), ...outside.map((thing) => `${thing.name} outside its card`)];
    });
    return [...pairs([...vertices, ...labels]), ...pairs([...labels, ...marks]), ...ofCards];
  });
}

/** The names of the vertices that are drawn, sorted. */
export const drawn = (page: Page) =>
  page
    .locator('[data-testid="flow-graph"] [data-vertex]')
    .evaluateAll((elements) => elements.map((element) => element.getAttribute('data-vertex') ?? '').sort());
