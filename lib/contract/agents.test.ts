import { expect, test } from 'vitest';
import { boundDag } from './agents';

const dag = `0x${'a'.repeat(64)}`;

test('a binding names its DAG however a service spells it', () => {
  expect(boundDag({ variant: 'Pinned', dag_id: dag })).toEqual({ dag });
  expect(boundDag({ Pinned: { dag_id: dag } })).toEqual({ dag });
  expect(boundDag({ variant: 'RuntimeSelected' })).toBe('at run time');
});

test('a binding of another shape names none', () => {
  for (const odd of [{}, { variant: 'Later', dag_id: dag }, { variant: 'Pinned' }, null, undefined, 'Pinned'])
    expect(boundDag(odd)).toBeNull();
});
