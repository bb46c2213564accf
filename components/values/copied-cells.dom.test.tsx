import { cleanup, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Amount } from './amount';
import { asHtmlTable, asTabText, isCut, selectedCells, selectedText } from './copied-cells';
import { CutText } from './cut-text';
import { Fqn } from './fqn';
import { Id } from './id';
import { Status } from './status';
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
  const pasted = asTabText(rows).split('\n')[1]?.split('\t');
  expect(pasted?.[0]).toBe(`'=1+1 ${id}`);
  // A negative number is one in a spreadsheet, and no formula.
  expect(pasted?.[1]).toBe('-1234.567890123');
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

function Cell({ reason }: { reason: string }) {
  return (
    <table>
      <tbody>
        <tr>
          <td data-testid="reason">
            <CutText text={reason} most={10} />
          </td>
          <td data-testid="amount">
            <Amount value={1_234_567_890_123n} unit="sui" rounded />
          </td>
          <td data-testid="named">{'a\u202eb of the whole'}</td>
          <td data-testid="plain">two words</td>
          <td data-testid="status">
            <span className="inline-flex">
              <Status value="aborted" />
              <CutText text={reason} most={10} />
            </span>
          </td>
          <td data-testid="ids">
            <Fqn value="xyz.a.b@1" /> by <Id family="agent" value={id} name="a friend" />{' '}
            <Amount value={5n} unit="none" />
          </td>
        </tr>
      </tbody>
    </table>
  );
}

const REASON = 'no funds left for the call';

it('copies a shortened value of a single cell whole, and a part that was picked from it as it is', () => {
  render(<Cell reason={REASON} />);
  const cell = (name: string) => screen.getByTestId(name);
  const text = (name: string) => cell(name).querySelector('span')?.firstChild as Text;
  const copied = (from: Node, to: Node) => selectedText(select(from, to));
  expect(cell('reason').textContent).toBe('no funds …');
  expect(copied(cell('reason'), cell('reason'))).toBe(REASON);
  expect(copied(cell('amount'), cell('amount'))).toBe('1234.567890123');
  expect(copied(cell('named'), cell('named'))).toBe('a\u202eb of the whole');
  expect(copied(cell('plain'), cell('plain'))).toBeNull();
  expect(copied(cell('status'), cell('status'))).toBe(`aborted ${REASON}`);
  expect(copied(cell('ids'), cell('ids'))).toBe('xyz.a.b@1 by a friend 5');
  // A double click selects the text of an element, a drag a part of it.
  const within = (name: string, end: number) => {
    const selection = select(cell(name), cell(name));
    selection.setBaseAndExtent(text(name), 0, text(name), end);
    return selectedText(selection);
  };
  expect(within('amount', text('amount').length)).toBe('1234.567890123');
  expect(within('reason', text('reason').length)).toBe(REASON);
  expect(within('reason', 2)).toBeNull();
});

it('copies the exact amounts of a sentence with their units', () => {
  render(
    <p data-testid="sentence">
      <Amount value={500_000_001n} unit="sui" rounded /> of <Amount value={2_000_000_000n} unit="us" />
    </p>,
  );
  const sentence = screen.getByTestId('sentence');
  expect(selectedText(select(sentence, sentence))).toBe('0.500000001 SUI of 2 US');
});

it('says that a text is cut where the page does not hold all of it', () => {
  const { rerender } = render(<Cell reason={REASON} />);
  const all = () => select(screen.getByRole('table'), screen.getByRole('table'));
  expect(isCut(all())).toBe(false);
  rerender(<Cell reason={REASON.repeat(100)} />);
  expect(isCut(all())).toBe(true);
  expect(selectedCells(all())?.[0]?.[0]).toHaveLength(1_000);
  const cell = screen.getByTestId('reason');
  expect(isCut(select(cell, cell))).toBe(true);
  // Cut where it becomes part of the page.
  cleanup();
  render(<p data-testid="long">{'x'.repeat(2_000)}</p>);
  const long = screen.getByTestId('long');
  expect(isCut(select(long, long))).toBe(true);
});
