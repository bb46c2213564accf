// What marks the pages of an index that follows a chain, and the links to an explorer.
import { render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { Empty } from '@/components/data-table/table-states';
import { ExplorerLink } from '@/components/values/explorer-link';
import type { IndexState } from '@/lib/contract/session';
import { SourceMark } from './source-mark';
import { PageFrame } from './testing/page-frame';

const chain = {
  chain_id: '4btiuiMPvEENsttpZC7CZ53DruC3MAgfznDbASZ7DR6S',
  checkpoint: 316_001_234,
  behind_checkpoints: 0,
  history_from: 315_264_651,
  history_from_at: '2026-09-01T10:00:00.000Z',
  history_complete: true,
  events_stored: 10,
  events_not_decodable: 0,
  events_foreign: 0,
};

function show(index: Partial<IndexState>, more?: ReactNode) {
  const session = {
    index: {
      network: 'mainnet',
      simulated: false,
      mirror_of: null,
      behind_ms: 1_500,
      explorer: null,
      ...index,
    },
  };
  const id = `0x${'a'.repeat(64)}`;
  const { container } = render(
    <PageFrame session={session}>
      <SourceMark />
      <ExplorerLink kind="object" id={id} />
      <ExplorerLink kind="transaction" id="not a digest" />
      {more}
    </PageFrame>,
  );
  return container;
}

test('names network, checkpoint and age, and the explorer opens without a referrer', () => {
  const page = show({ chain, explorer: 'https://explorer.example/{kind}/{id}' });
  expect(page.textContent).toBe('mainnet · checkpoint 316,001,234 · 2 s behind');
  expect(page.querySelector('[data-tip]')?.getAttribute('data-tip')).toMatch(
    /^History is complete since checkpoint 315,264,651/,
  );
  const links = screen.getAllByRole('link');
  expect(links).toHaveLength(1);
  expect(links[0]?.getAttribute('href')).toBe(`https://explorer.example/object/0x${'a'.repeat(64)}`);
  expect(links[0]?.getAttribute('rel')).toBe('noreferrer');
});

test('says where a history begins that is not complete, and that events are unread', () => {
  const page = show({ chain: { ...chain, history_complete: false, events_not_decodable: 3 } });
  expect(page.textContent).toBe('mainnet · checkpoint 316,001,234 · history incomplete · 2 s behind');
  const tip = page.querySelector('[data-tip]')?.getAttribute('data-tip');
  expect(tip).toMatch(
    /^History begins at checkpoint 315,264,651.*Earlier events are missing\. This release can.t decode 3 events\./,
  );
  expect(screen.queryByRole('link')).toBeNull();
});

test('a mirror of an index of a chain has the mark of the chain, and names its source', () => {
  const incomplete = { ...chain, history_complete: false, events_not_decodable: 1 };
  const page = show({ chain: incomplete, mirror_of: 'https://index.example' });
  expect(page.textContent).toBe('mainnet · checkpoint 316,001,234 · history incomplete · 2 s behind');
  expect(page.querySelector('[data-tip]')?.getAttribute('data-tip')).toMatch(
    /Earlier events are missing\. The source can't decode 1 event\. This index copies https:\/\/index\.example\.$/,
  );
});

test.each([
  [true, false],
  [false, true],
])('an empty list names the beginning of a history: complete %s, named %s', (history_complete, isNamed) => {
  const page = show(
    { chain: { ...chain, history_complete } },
    <Empty state="empty" noun={{ singular: 'agent', plural: 'agents' }}>
      Agents appear when they are created on chain.
    </Empty>,
  );
  const words = 'History begins at checkpoint 315,264,651, 2026-09-01 10:00 UTC. Earlier events are missing.';
  expect(page.querySelector('[data-empty]')?.textContent.includes(words)).toBe(isNamed);
});

test.each([
  [true, false],
  [false, true],
])('a filter may match what came before the history: complete %s, named %s', (history_complete, isNamed) => {
  const page = show(
    { chain: { ...chain, history_complete } },
    <Empty state="filtered-out" noun={{ singular: 'agent', plural: 'agents' }} />,
  );
  expect(page.textContent.includes('History begins at checkpoint 315,264,651')).toBe(isNamed);
  expect(page.textContent).toContain('Change or remove a filter to see more agents.');
});

test('an index that copies nothing has no mark', () => {
  expect(show({ chain: null }).textContent).toBe('');
});
