// The panel of failing tools with reasons that were written to be expensive.
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Failing } from '@/lib/view/failures';
import { FailingPanel } from './failing';

test.each([
  ['a run of a hidden character', '\u200b'.repeat(16_000)],
  ['lookalike letters', 'aа'.repeat(8_000)],
  ['one long word', 'x'.repeat(200_000)],
])('reasons of %s cost the overview little', (_, text) => {
  const rate = { failed: 4, ended: 5 };
  const rows = Array.from({ length: 20 }, (_unused, index): Failing => {
    const key = `xyz.example.tool${index}@1`;
    const reason = { text: `${index} ${text}`, failed: 4, ended: 4 };
    return { key, title: null, now: rate, before: null, standsOut: true, causes: 4, reason };
  });
  const { container } = render(
    <FailingPanel kind="tools" rows={rows} all={20} scale={100} period="24h" bounds={{}} />,
  );
  expect(container.querySelectorAll('*').length).toBeLessThan(800);
  expect(container.innerHTML.length).toBeLessThan(250_000);
});
