// The one place where text becomes part of a page. Invariant: no text of an element or of an attribute that is read can change the
// direction of the text around it, or hide characters in it (lib/text/foreign-text.ts). Form field values are left untouched.
import { createElement, type ElementType, type ReactNode } from 'react';
import { isPlainText, textPieces, withCharacterNames } from '@/lib/text/foreign-text';

export interface Props {
  children?: unknown;
  [name: string]: unknown;
}

const SENTENCE = { sentence: true };

/** Attributes that are read out or shown, on elements and components. */
const READ = ['aria-label', 'aria-description', 'aria-valuetext', 'data-tip'];
/** The same on elements; on a component they may mean something else. */
const READ_ON_ELEMENTS = [...READ, 'title', 'alt', 'placeholder'];
/** These hold text only, and no elements. */
const TEXT_ONLY = new Set(['option', 'text', 'title', 'tspan']);
/** Code, and what a reader types. */
const UNTOUCHED = new Set(['script', 'style', 'textarea']);

const codesOf = (text: string) => [...text].map((character) => character.codePointAt(0)).join(' ');

/** The text of a part of a page, with the original characters in place of their names. */
export function originalText(shown: DocumentFragment): string {
  for (const name of shown.querySelectorAll('.character-name')) {
    const codes = name.getAttribute('data-hidden') ?? '';
    name.textContent = codes === '' ? '' : String.fromCodePoint(...codes.split(' ').map(Number));
  }
  return shown.textContent;
}

/** Text as it is shown; with `bdi` around it where it may run the other way. */
function shownText(text: string, key: string): ReactNode {
  const pieces = textPieces(text, SENTENCE).map((piece, index) =>
    typeof piece === 'string'
      ? piece
      : createElement(
          'span',
          { key: index },
          piece.sign,
          createElement(
            'span',
            {
              className: 'character-name',
              'data-hidden': codesOf(piece.hidden),
              title: `character ${piece.name}`,
            },
            piece.name,
          ),
        ),
  );
  return createElement('bdi', { key, dir: 'auto' }, pieces);
}

function shownChild(type: ElementType, child: unknown, index: number): unknown {
  if (typeof child !== 'string' || isPlainText(child)) return child;
  return typeof type === 'string' && TEXT_ONLY.has(type)
    ? withCharacterNames(child, SENTENCE)
    : shownText(child, `text-${index}`);
}

/** The props as shown, children of components included: a library component may render them without this runtime. */
export function shownProps(type: ElementType, props: Props): Props {
  if (typeof type === 'string' && UNTOUCHED.has(type)) return props;
  let shown = props;
  for (const name of typeof type === 'string' ? READ_ON_ELEMENTS : READ) {
    const text = props[name];
    if (typeof text === 'string' && !isPlainText(text))
      shown = { ...shown, [name]: withCharacterNames(text, SENTENCE) };
  }
  const { children } = props;
  if (typeof children === 'string') {
    if (!isPlainText(children)) shown = { ...shown, children: shownChild(type, children, 0) };
  } else if (
    Array.isArray(children) &&
    children.some((child) => typeof child === 'string' && !isPlainText(child))
  )
    shown = { ...shown, children: children.map((child, index) => shownChild(type, child, index)) };
  return shown;
}
