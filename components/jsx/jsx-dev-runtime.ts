// The same for development, where React also gets the place in the source.
import type { ElementType, ReactElement } from 'react';
import * as runtime from 'react/jsx-dev-runtime';
import { shownProps, type Props } from './shown-props';

export type { JSX } from 'react';
export const Fragment = runtime.Fragment;

type JsxDev = (type: ElementType, props: Props, ...rest: readonly unknown[]) => ReactElement;
/** React's types leave it out. */
const { jsxDEV: reactJsxDev } = runtime as unknown as { jsxDEV: JsxDev };

export const jsxDEV: JsxDev = (type, props, ...rest) => reactJsxDev(type, shownProps(type, props), ...rest);
