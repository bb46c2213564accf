// What the compiler calls for each element of a page: `jsxImportSource` in tsconfig.json.
import type { ElementType, Key, ReactElement } from 'react';
import * as runtime from 'react/jsx-runtime';
import { shownProps, type Props } from './shown-props';

export type { JSX } from 'react';
export const Fragment = runtime.Fragment;

export function jsx(type: ElementType, props: Props, key?: Key): ReactElement {
  return runtime.jsx(type, shownProps(type, props), key);
}

export function jsxs(type: ElementType, props: Props, key?: Key): ReactElement {
  return runtime.jsxs(type, shownProps(type, props), key);
}
