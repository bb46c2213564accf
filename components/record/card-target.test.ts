import { expect, test } from 'vitest';
import { dag, dags, events, tool } from '@/lib/view/paths';
import { cardOf } from './card-target';

const id = `0x${'a'.repeat(64)}`;

test('a link to an object has a card, one to a listing has none', () => {
  expect(cardOf(dag(id, { tab: 'outline' }))).toEqual({ family: 'dags', id });
  expect(cardOf(tool('xyz.tools/math@1'))).toEqual({ family: 'tools', id: 'xyz.tools/math@1' });
  for (const href of [dags(), events({ tx_digest: 'x' }), `/address/${id}`, '/dags/%'])
    expect(cardOf(href), href).toBeNull();
});
