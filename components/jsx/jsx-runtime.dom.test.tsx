import { render } from '@testing-library/react';
import { Slot } from 'radix-ui';
import { expect, it } from 'vitest';
import { Tip } from '@/components/ui/tip';
import { LongText } from '@/components/values/long-text';
import { Term } from '@/components/values/term';
import { SHOWN_TEXT } from '@/lib/text/limits';
import { originalText } from './shown-props';

const reason = '\u202eno funds \u200b';
const hebrew = 'שלום';

it('names hidden characters in every element, fragment and attribute that is read', () => {
  const { container } = render(
    <section title={reason} aria-label={`failed: ${reason}`} data-tip={reason} data-id={reason}>
      <>{reason}</>
      <p>
        5.20 SUI for {reason}, {1}
      </p>
      <svg>
        <text>{reason}</text>
      </svg>
      <input defaultValue={reason} readOnly />
    </section>,
  );
  expect(container.textContent).not.toMatch(/[\u202e\u200b]/);
  expect(container.querySelector('p')?.textContent).toBe('5.20 SUI for U+202Eno funds U+200B, 1');
  expect(container.querySelector('text')?.innerHTML).toBe('[U+202E]no funds [U+200B]');
  const section = container.querySelector('section');
  expect(section?.title).toBe('[U+202E]no funds [U+200B]');
  expect(section?.getAttribute('aria-label')).toBe('failed: [U+202E]no funds [U+200B]');
  expect(section?.dataset).toMatchObject({ tip: '[U+202E]no funds [U+200B]', id: reason });
  expect(container.querySelector('input')?.value).toBe(reason);
});

it('isolates text from right to left, and leaves other text without elements', () => {
  const { container } = render(
    <p>
      {hebrew}: failed after {5} s
    </p>,
  );
  expect(container.innerHTML).toBe(`<p><bdi dir="auto">${hebrew}</bdi>: failed after 5 s</p>`);
  const plain = render(<p>{'naïve'} failed</p>);
  expect(plain.container.innerHTML).toBe('<p>naïve failed</p>');
});

it('names them in children of components, those of a library too', () => {
  const { container } = render(
    <>
      <Term>{reason}</Term>
      <Slot.Slottable>{reason}</Slot.Slottable>
    </>,
  );
  expect(container.textContent).toBe('U+202Eno funds U+200B'.repeat(2));
});

const HOSTILE: readonly (readonly [what: string, text: string])[] = [
  ['a run of a hidden character', '\u200b'.repeat(16_000)],
  ['hidden characters in turn', '\u200b\u200c'.repeat(8_000)],
  ['lookalike letters', 'aа'.repeat(8_000)],
  ['styled letters', '𝐚'.repeat(8_000)],
  ['towers of marks', `x${'\u0301'.repeat(9)}`.repeat(2_000)],
  ['text from right to left', 'שלום '.repeat(4_000)],
  ['one long word', 'x'.repeat(200_000)],
];

it.each(HOSTILE)('%s costs a list little: text, attributes and options', (_, text) => {
  const { container } = render(
    <>
      <Tip tip={text}>{text}</Tip>
      <p title={text} aria-label={text}>
        failed: {text}
      </p>
      <select>
        <option value="">{text}</option>
      </select>
      <Term>{text}</Term>
    </>,
  );
  expect(container.querySelectorAll('*').length).toBeLessThan(40 + 3 * 2 * SHOWN_TEXT.names);
  expect(container.innerHTML.length).toBeLessThan(30_000);
  for (const element of container.querySelectorAll('*'))
    for (const { name, value } of element.attributes)
      if (name !== 'data-hidden') expect(value.length).toBeLessThanOrEqual(2 * SHOWN_TEXT.characters);
  expect(container.querySelector('p')?.textContent).toMatch(/…\u2069?$/);
});

it.each(HOSTILE)(
  '%s is shown whole on its own page, in few elements, and copied as it is',
  async (_, text) => {
    const { container, queryByRole } = render(<LongText text={text} label="reason" />);
    const [pre] = container.getElementsByTagName('pre');
    if (pre === undefined) throw new Error('no block');
    const expandedText = () => {
      queryByRole('button', { name: 'Show more' })?.click();
      const copy = document.createDocumentFragment();
      copy.append(pre.cloneNode(true));
      return originalText(copy);
    };
    await expect.poll(() => expandedText() === text).toBe(true);
    const blocks = pre.children.length;
    expect(pre.querySelectorAll('*').length).toBeLessThan(blocks * (4 + 2 * SHOWN_TEXT.names));
  },
);
