import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Amount } from './amount';
import { asHtmlTable, asTabText, selectedCells } from './copied-cells';
import { Fqn } from './fqn';
import { Id } from './id';
import { Time } from './time';

const id = `0x9a31${'0'.repeat(56)}c07d`;

function Rows() {
  return (
    <div>
      <p>before</p>
      <table>
        <thead>
          <tr>
            <th>Skill</th>
            <th>
              <button type="button">Sort</button>Cost
            </th>
            <th>Started</th>
          </tr>
        </thead>
        <tbody>
          {['a', '=1+1'].map((words) => (
            <tr key={words} data-testid={words}>
              <td>
                <Id family="agent" value={id} name={words} withId />
              </td>
              <td>
                <Amount value={-1_234_567_890_123n} unit="sui" rounded />
              </td>
              <td>
                <Time at="2026-11-21T12:03:11.123Z" clock="on chain" />
              </td>
              <td>
                <Fqn value="xyz.a.b@1" />
              </td>
              <td>1,204</td>
              <td>{'pа\u202eyload'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function select(from: Node, to: Node): Selection {
  const selection = document.getSelection();
  if (selection === null) throw new Error('no selection');
  selection.setBaseAndExtent(from, 0, to, to.childNodes.length);
  return selection;
}

it('copies rows as a table with whole ids, plain numbers and whole times', () => {
  render(<Rows />);
  const row = (words: string) => screen.getByTestId(words);
  const rows = selectedCells(select(row('a'), row('=1+1'))) ?? [];
  const rest = ['-1234.567890123', '2026-11-21T12:03:11.123Z', 'xyz.a.b@1', '1204', 'pа\u202eyload'];
  expect(rows).toEqual([
    [`a ${id}`, ...rest],
    [`=1+1 ${id}`, ...rest],
  ]);
  expect(asTabText(rows).split('\n')[1]?.split('\t')[0]).toBe(`'=1+1 ${id}`);
  const html = document.createElement('div');
  html.innerHTML = asHtmlTable([['<b>', 'x']]);
  expect([...html.querySelectorAll('td')].map((cell) => cell.textContent)).toEqual(['<b>', 'x']);
});

it('copies the headings with the rows, and leaves a single cell and other text to the browser', () => {
  render(<Rows />);
  const table = screen.getByRole('table');
  expect(selectedCells(select(table, table))?.[0]).toEqual(['Skill', 'Cost', 'Started', '', '', '']);
  const cell = screen.getByTestId('a').children[0] as Element;
  expect(selectedCells(select(cell, cell))).toBeNull();
  const page = screen.getByText('before').parentElement as HTMLElement;
  expect(selectedCells(select(page, page))).toBeNull();
});
