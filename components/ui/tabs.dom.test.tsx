import { cleanup, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { Tab, TabList, TabPanel, Tabs } from './tabs';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Page() {
  const [tab, setTab] = useState('graph');
  return (
    <Tabs value={tab} onValueChange={(next) => flushSync(() => setTab(next))}>
      <TabList aria-label="View">
        <Tab value="graph">graph</Tab>
        <Tab value="table">table</Tab>
      </TabList>
      {['graph', 'table'].map((value) => (
        <TabPanel key={value} value={value}>
          {`rows of ${value}`}
        </TabPanel>
      ))}
    </Tabs>
  );
}

test('the first tab is in the document that the server sends', () => {
  expect(renderToString(<Page />)).toContain('rows of graph');
});

test('a tab is shown as chosen before its rows are rendered, the first one too when it is opened again', async () => {
  render(<Page />);
  // `act` would render what is deferred too.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  for (const name of ['table', 'graph']) {
    const tab = screen.getByRole('tab', { name });
    tab.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, button: 0 }));
    expect(tab.getAttribute('aria-selected')).toBe('true');
    expect(screen.queryByText(`rows of ${name}`)).toBeNull();
    await vi.waitUntil(() => screen.queryByText(`rows of ${name}`), { timeout: 60_000 });
  }
});
