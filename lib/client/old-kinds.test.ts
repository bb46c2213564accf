import { expect, test } from 'vitest';
import { eventKinds } from '@/lib/contract/event-kinds/catalogue';
import { removedKinds, renamedKinds } from '@/lib/contract/event-kinds/retired';
import { mendKinds } from './old-kinds';

test('a renamed kind becomes its current one, with and without the suffix, once', () => {
  const mended = mendKinds('MissedOccurrence, OccurrenceMissedEvent,WalkAdvanced');
  expect(mended.kinds).toBe('OccurrenceMissed,WalkAdvanced');
  expect(mended.renamed).toEqual([{ from: 'MissedOccurrence', to: 'OccurrenceMissed' }]);
});

test('a removed kind is told with its reason and is not asked for', () => {
  const mended = mendKinds('ToolPaymentSettledEvent,DAGCreated,NoSuchThing');
  expect(mended.kinds).toBe('DAGCreated');
  expect(mended.removed[0]?.reason).toContain('rc.final');
  expect(mended.unknown).toEqual(['NoSuchThing']);
});

test('every retired name is either translated to a current kind or told', () => {
  for (const name of [...Object.keys(renamedKinds), ...Object.keys(removedKinds)]) {
    const mended = mendKinds(name);
    expect(mended.unknown).toEqual([]);
    expect(mended.renamed.length + mended.removed.length).toBe(1);
    for (const kind of mended.kinds.split(',').filter((one) => one !== ''))
      expect(eventKinds).toHaveProperty(`${kind}Event`);
  }
});
