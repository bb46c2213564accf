// Which tools count as unused where the history of a chain begins within the period.
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { idleQueries, PageFrame } from '@/components/shell/testing/page-frame';
import { UnusedTools } from './unused-tools';

const DAY_MS = 86_400_000;

test.each([
  [2, 'Not certain: the last 7 days are partly indexed'],
  [20, undefined],
])('with a history of %d days', (daysAgo, doubt) => {
  const chain = {
    history_from: 315_264_651,
    history_from_at: new Date(Date.now() - daysAgo * DAY_MS).toISOString(),
    history_complete: false,
  };
  const initialData = { groups: [], left_out: 0, undated: 0, items: [], complete: true, total_items: 0 };
  const { container } = render(
    <PageFrame queries={idleQueries(initialData)} session={{ index: { chain } }}>
      <UnusedTools />
    </PageFrame>,
  );
  expect(container.querySelector('[role="note"]')?.textContent).toBe(doubt);
});
