import { act, cleanup, render } from '@testing-library/react';
import { Fragment } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { followTranslations } from './translated-text';

let stops: (() => void)[] = [];
beforeEach(() => {
  stops = [followTranslations()];
});
afterEach(() => {
  cleanup();
  for (const stop of stops) stop();
});

/** How a translator may put a <font> in place of a text. */
const WAYS = {
  replaces: (text: Text, font: Element) => text.replaceWith(font),
  'inserts before': (text: Text, font: Element) => {
    text.before(font);
    text.remove();
  },
  'inserts after': (text: Text, font: Element) => {
    text.after(font);
    text.remove();
  },
  wraps: (text: Text, font: Element) => {
    text.before(font);
    font.firstElementChild?.replaceChildren(text);
  },
};
type Way = keyof typeof WAYS;

/** Translates what is on the page to capitals, and what is added. */
function translate(way: Way, since?: MutationObserver): void {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode() !== null) texts.push(walker.currentNode as Text);
  for (const text of texts.filter(
    (node) => node.data.trim() !== '' && node.parentElement?.closest('font') === null,
  )) {
    const [font, inner] = [document.createElement('font'), document.createElement('font')];
    font.append(inner);
    if (way !== 'wraps') inner.textContent = text.data.toUpperCase();
    WAYS[way](text, font);
  }
  since?.takeRecords();
}

function keepTranslating(way: Way): void {
  translate(way);
  const observer = new MutationObserver(() => translate(way, observer));
  observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  stops.push(() => observer.disconnect());
}

/** Text beside elements that come and go, texts that change, and texts that move. */
function Page({ count, loaded, order }: { count: number; loaded: boolean; order: readonly string[] }) {
  return (
    <main>
      <p>
        {loaded ? <b>rows:</b> : 'loading'} {count} rows{loaded && ' loaded'}
        {loaded && <i>!</i>}
        {!loaded && ' wait'}
      </p>
      <ol>
        {order.map((name) => (
          <Fragment key={name}>{name}</Fragment>
        ))}
      </ol>
      {loaded ? 'done' : <hr />}
    </main>
  );
}

const STEPS = [
  { count: 1, loaded: false, order: ['a', 'b', 'c'] },
  { count: 2, loaded: false, order: ['a', 'b', 'c'] },
  { count: 2, loaded: true, order: ['c', 'a', 'b'] },
  { count: 3, loaded: false, order: ['b', 'd'] },
  { count: 4, loaded: true, order: [] },
  { count: 4, loaded: true, order: ['e', 'a'] },
];

test.each(Object.keys(WAYS) as Way[])(
  'a page whose translator %s texts shows what React renders',
  async (way) => {
    const plain = document.createElement('div');
    const translated = render(<Page {...STEPS[0]!} />);
    keepTranslating(way);
    for (const step of STEPS) {
      translated.rerender(<Page {...step} />);
      plain.innerHTML = renderToStaticMarkup(<Page {...step} />);
      // Two rounds of observers: the restored text, and its translation.
      await act(() => Promise.resolve());
      const text = plain.textContent;
      expect(translated.container.textContent).toBe(way === 'wraps' ? text : text.toUpperCase());
    }
    translated.rerender(<hr />);
    expect(translated.container.textContent).toBe('');
  },
);

test('a link that a translator moved into a sentence can go, and the sentence stays', () => {
  const Sentence = ({ link }: { link: boolean }) => (
    <p>see {link && <a href="https://dagscope.test">this</a>} now</p>
  );
  const { container, rerender } = render(<Sentence link />);
  const font = document.createElement('font');
  container.querySelector('a')?.before(font);
  font.append('voir ', container.querySelector('a') ?? '', ' ici');
  rerender(<Sentence link={false} />);
  expect(container.querySelector('a')).toBeNull();
  expect(font.textContent).toBe('voir  ici');
});

test('mistakes that no translator made are thrown as before', () => {
  const [parent, other] = [document.createElement('p'), document.createElement('p')];
  expect(() => parent.removeChild(other)).toThrow(DOMException);
  expect(() => parent.insertBefore(document.createElement('b'), other)).toThrow(DOMException);
});
