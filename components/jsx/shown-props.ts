// The one place where text becomes part of a page. Invariant: no text of an element or of an attribute that is read can change the
// direction of the text around it, hide characters in it (lib/text/foreign-text.ts), or be longer than a page can show often. Form field
// values are left untouched.
import { createElement, type ElementType, type ReactNode } from 'react';
import {
  isPlainText,
  type TextPiece,
  textPieces,
  truncated,
  withCharacterNames,
} from '@/lib/text/foreign-text';
import { SHOWN_TEXT } from '@/lib/text/limits';

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
/** An attribute of elements whose text is not cut: they show a long text in parts. */
const WHOLE = 'data-whole';
/** Code, and what a reader types. */
const UNTOUCHED = new Set(['script', 'style', 'textarea']);

/** The text of a part of a page, with the original characters in place of their names. */
export function originalText(shown: DocumentFragment): string {
  for (const name of shown.querySelectorAll('.character-name, [data-hidden]')) {
    const hidden = name.getAttribute('data-hidden');
    name.textContent = hidden === null ? '' : (JSON.parse(hidden) as string);
  }
  return shown.textContent;
}

/** Characters that an attribute cannot hold, such as NUL and halves of characters, are escaped. */
const inAttribute = (hidden: string) => JSON.stringify(hidden);

function shownPiece(piece: TextPiece, key: number, whole: boolean): ReactNode {
  if (typeof piece === 'string') return piece;
  const { sign, name, hidden, rest } = piece;
  if (rest)
    return createElement(
      'span',
      {
        key,
        'data-hidden': inAttribute(hidden),
        title: 'From here on, hidden and lookalike characters are named in brackets',
      },
      whole ? name : truncated(name),
    );
  const named = createElement(
    'span',
    { className: 'character-name', 'data-hidden': inAttribute(hidden), title: `character ${name}` },
    name,
  );
  return createElement('span', { key }, sign, named);
}

/** Text as it is shown; with `bdi` around it where it may run the other way. */
function shownText(text: string, key: string, whole: boolean): ReactNode {
  const pieces = textPieces(text, { ...SENTENCE, names: SHOWN_TEXT.names });
  return createElement(
    'bdi',
    { key, dir: 'auto' },
    pieces.map((piece, index) => shownPiece(piece, index, whole)),
  );
}

const isShownAsItIs = (child: unknown) =>
  typeof child !== 'string' || (child.length <= SHOWN_TEXT.characters && isPlainText(child));

/** In plain text; names of characters make it longer, so that it is cut again. */
const shownPlain = (text: string) =>
  isShownAsItIs(text) ? text : truncated(withCharacterNames(truncated(text), SENTENCE));

function shownChild(type: ElementType, child: unknown, index: number, whole: boolean): unknown {
  if (typeof child !== 'string' || isShownAsItIs(child)) return child;
  if (typeof type === 'string' && TEXT_ONLY.has(type)) return shownPlain(child);
  const text = whole ? child : truncated(child);
  const shown = isPlainText(text) ? text : shownText(text, `text-${index}`, whole);
  return text === child ? shown : createElement('span', { key: `cut-${index}`, 'data-cut': '' }, shown);
}

/** The props as shown, children of components included: a library component may render them without this runtime. */
export function shownProps(type: ElementType, props: Props): Props {
  if (typeof type === 'string' && UNTOUCHED.has(type)) return props;
  let shown = props;
  for (const name of typeof type === 'string' ? READ_ON_ELEMENTS : READ) {
    const text = props[name];
    if (typeof text !== 'string') continue;
    const named = shownPlain(text);
    if (named !== text) shown = { ...shown, [name]: named };
  }
  const { children, [WHOLE]: whole } = props;
  const shownOf = (child: unknown, index: number) => shownChild(type, child, index, whole !== undefined);
  if (!Array.isArray(children))
    return isShownAsItIs(children) ? shown : { ...shown, children: shownOf(children, 0) };
  return children.every(isShownAsItIs) ? shown : { ...shown, children: children.map(shownOf) };
}
