import { render } from '@testing-library/react';
import { Slot } from 'radix-ui';
import { expect, it } from 'vitest';
import { Term } from '@/components/values/term';

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
