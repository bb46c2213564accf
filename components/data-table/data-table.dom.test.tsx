// What a table says that has no rows.
import { fireEvent, render } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { DataTable } from './data-table';

const view = {
  rows: [],
  position: { size: 20, offset: 0 },
  loading: false,
  failure: null,
  retrying: null,
  answered_at: 0,
  retry: () => {},
};
const props = {
  label: 'payments',
  noun: { singular: 'payment', plural: 'payments' },
  columns: [],
  rowId: String,
};

test('an empty page of a list that continues leads to the next page', () => {
  const onNext = vi.fn<() => void>();
  const { getByRole, container } = render(
    <DataTable {...props} view={{ ...view, more: true }} onNext={onNext} empty="They appear later." />,
  );
  expect(container.textContent).toMatch(/^No payments on this page; the list continues/);
  fireEvent.click(getByRole('button', { name: 'Next page' }));
  expect(onNext).toHaveBeenCalledOnce();
});

test.each<Record<string, string>>([{}, { status: 'active' }])(
  'other words replace "No payments", with filters %j',
  (filters) => {
    const { container } = render(
      <DataTable {...props} view={{ ...view, filters }} noMatch="None among those loaded" />,
    );
    expect(container.textContent).toBe('None among those loaded');
  },
);
