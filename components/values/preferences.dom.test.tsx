import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

// A page reads its cookie once: each test is a page of its own.
beforeEach(() => void vi.resetModules());
afterEach(() => {
  document.cookie = 'dagscope.view=; path=/; max-age=0';
  vi.resetModules();
});

async function openPage(): Promise<void> {
  const { setPreferences, usePreferences, useZone } = await import('./preferences');
  function Page() {
    const zone = useZone();
    const { theme } = usePreferences();
    return <button onClick={() => setPreferences({ zone: 'local' })}>{`${zone}, ${theme}`}</button>;
  }
  render(<Page />);
}

test.each(['%', '%E0%A4%A', 'theme%3Ddark%'])(
  'a page with the unreadable cookie %j has the default, and a choice replaces it',
  async (value) => {
    document.cookie = `dagscope.view=${value}; path=/`;
    await openPage();
    fireEvent.click(screen.getByText('utc, system'));
    expect(screen.getByText('local, system')).toBeDefined();
    expect(document.cookie).toContain('zone%3Dlocal');
  },
);

test('a page has what its cookie says', async () => {
  document.cookie = `dagscope.view=${encodeURIComponent('theme=dark&zone=local')}; path=/`;
  await openPage();
  expect(screen.getByText('local, dark')).toBeDefined();
});
