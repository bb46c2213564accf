'use client';
// Keeps React's text up to date on a page that the browser translates. A translator replaces text nodes by <font> elements, while React
// keeps removing, inserting beside and updating the nodes it made: without this, a page loses its content on navigation and shows old text.
//
// Two methods of Node are wrapped (docs/decisions/032): they act on the <font> in place of the node it replaced, and otherwise behave as usual.
// Invariant: nothing changes on a page that isn't translated.
import { useLayoutEffect } from 'react';

/** The element that replaced each of React's text nodes. */
const replacements = new WeakMap<Node, Element>();
const replaced = new WeakSet<Element>();

const isFont = (node: Node | null | undefined): node is Element => node?.nodeName === 'FONT';

/** The <font> that took the place of the removed text: by the same call, or inserted beside it before. */
function replacementIn({ addedNodes, previousSibling, nextSibling }: MutationRecord): Element | undefined {
  const near = [...addedNodes, previousSibling, nextSibling];
  return near.find((node): node is Element => isFont(node) && node.isConnected && !replaced.has(node));
}

function forget(text: Node): Element | undefined {
  const font = replacements.get(text);
  replacements.delete(text);
  if (font !== undefined) replaced.delete(font);
  return font;
}

function observe(observer: MutationObserver, records: readonly MutationRecord[]): void {
  for (const record of records) {
    // React changed a text: it takes its place again, to be translated again.
    if (record.type === 'characterData') {
      const font = forget(record.target);
      if (record.target.isConnected) font?.remove();
      else font?.replaceWith(record.target);
    }
    // React moved a text.
    for (const text of record.addedNodes) forget(text)?.remove();
    for (const text of record.removedNodes) {
      if (text.nodeType !== Node.TEXT_NODE || text.isConnected) continue;
      const font = replacementIn(record);
      if (font === undefined) continue;
      replacements.set(text, font);
      replaced.add(font);
      observer.observe(text, { characterData: true });
    }
  }
}

/** The child of `parent` that a translator put in place of `node` or around it; the node itself where there is none. */
function childInPlace(parent: Node, node: Node): Node {
  if (node.parentNode === parent) return node;
  let at: Node | null = replacements.get(node) ?? node;
  while (at !== null && at.parentNode !== parent) at = at.parentNode;
  return at ?? node;
}

/** Starts wrapping the methods; the returned function undoes it. */
export function followTranslations(): () => void {
  // oxlint-disable-next-line unbound-method -- called on the node that the wrapped method is called on
  const { removeChild, insertBefore } = Node.prototype;
  const observer = new MutationObserver((records) => observe(observer, records));
  observer.observe(document, { childList: true, subtree: true });

  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    if (child.parentNode === this) return removeChild.call(this, child) as Child;
    observe(observer, observer.takeRecords());
    // An element that was put into a <font> has text beside it there.
    if (child instanceof Element && this.contains(child)) child.remove();
    else removeChild.call(this, childInPlace(this, child));
    forget(child);
    return child;
  };
  Node.prototype.insertBefore = function <Child extends Node>(
    this: Node,
    node: Child,
    before: Node | null,
  ): Child {
    if (before === null || before.parentNode === this) return insertBefore.call(this, node, before) as Child;
    observe(observer, observer.takeRecords());
    return insertBefore.call(this, node, childInPlace(this, before)) as Child;
  };
  return () => {
    observer.disconnect();
    Object.assign(Node.prototype, { removeChild, insertBefore });
  };
}

export function TranslatedText() {
  useLayoutEffect(followTranslations, []);
  return null;
}
