import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { EdgeKindIcon } from './appearance';

it('draws an icon for a known kind of edge, and none for any other name', () => {
  const isDrawn = (kind: string) =>
    render(<EdgeKindIcon kind={kind} />).container.querySelector('svg') !== null;
  expect(isDrawn('for_each')).toBe(true);
  for (const kind of ['normal', '__proto__', 'constructor', 'toString', ''])
    expect(isDrawn(kind)).toBe(false);
});
