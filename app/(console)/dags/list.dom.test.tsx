import { render, screen } from '@testing-library/react';
import type { CellContext } from '@tanstack/react-table';
import { expect, it } from 'vitest';
import type { Dag } from '@/lib/contract/dags';
import { nullReason } from '@/lib/view/null-reasons';
import { dagReasons } from '@/lib/view/null-reasons/dags';
import { dagList } from './list';

it('gives the reason why a DAG is not finalized on tap and focus', () => {
  const state = dagList.columns.find(({ id }) => id === 'state');
  if (typeof state?.cell !== 'function') throw new Error('no cell');
  const row = { object_id: '0x1', finalized_at: null, vertices: 1 } as Partial<Dag>;
  render(<>{state.cell({ row: { original: row } } as CellContext<Dag, never>)}</>);
  // The innermost tip is the one that opens.
  const tip = screen.getByText('being built').closest<HTMLElement>('[data-tip]');
  expect(tip?.dataset['tip']).toBe(nullReason(dagReasons, 'finalized_at', null));
});
