import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Execution } from '@/lib/contract/executions';
import { parseJson } from '@/lib/json/exact';
import { Amount } from './amount';
import { IdFacts } from '@/components/record/fact-values';
import { ExplorerAddress } from './explorer';
import { Fqn } from './fqn';
import { Linked } from './linked';
import { Id } from './id';
import { ObjectId } from './object-id';
import { JsonView, TextBlock } from './text-block';
import { Maybe } from './maybe';
import { PortValue } from './port-value';
import { RunTime } from './run-time';
import { KnownNames, PageName } from './names';
import { KnownUntil } from './now';
import { Time } from './time';
import { Tooltip } from './tooltip';
import { toolReasons } from '@/lib/view/null-reasons/tools';

// Another file's leftovers would be read too.
beforeEach(() => document.body.replaceChildren());
const id = `0x9a31${'0'.repeat(56)}c07d`;
const text = () => document.body.textContent ?? '';
const ROW = { registry_object_id: id };
const FIELDS = { registry_object_id: ['Registry', 'object'] } as const;

describe('RunTime', () => {
  it('does not count beyond the last update: the run may have ended since', () => {
    const started = Date.now() - 600_000;
    const execution = {
      duration_ms: null,
      status: 'running',
      onchain_created_at: new Date(started).toISOString(),
    } as Partial<Execution> as Execution;
    const { rerender } = render(<RunTime execution={execution} />);
    expect(text()).toMatch(/^10 m/);
    rerender(
      <KnownUntil value={started + 161_000}>
        <RunTime execution={execution} />
      </KnownUntil>,
    );
    expect(text()).toBe('2 m 41 s');
  });

  it('is unknown where the start cannot be read', () => {
    const execution = { duration_ms: null, status: 'running', onchain_created_at: 'yesterday' };
    render(<RunTime execution={execution as Partial<Execution> as Execution} />);
    expect(text()).toMatch(/^unknown/);
  });
});

describe('PortValue', () => {
  it.each(['1.10', '1e400', '-0', '9007199254740993', '0.1000000000000000055'])(
    'shows %s digit for digit',
    (digits) => {
      render(<PortValue port={{ one: { kind: 'data', data: parseJson(digits) } }} />);
      expect(text()).toBe(digits);
    },
  );

  it('renders a long list in parts', () => {
    const many = Array.from({ length: 1_200 }, (_, index) => ({ kind: 'data', data: `value ${index}` }));
    render(<PortValue port={{ many }} />);
    expect(text()).toContain('50 of 1,200 values');
    fireEvent.click(screen.getByRole('button', { name: 'Show more' }));
    expect(text()).toContain('250 of 1,200 values');
  });
});

describe('Maybe', () => {
  it('distinguishes null from false, zero and the empty text', () => {
    const texts = [null, false, 0, ''].map((value) => {
      render(<Maybe value={value} reason="not read yet" />);
      const words = text();
      cleanup();
      return words;
    });
    expect(texts).toEqual(['unknown: not read yet', 'no', '0', 'empty text']);
  });

  it('does not say unknown where there is nothing to know', () => {
    render(<Maybe value={null} reason="not applicable: the tool is registered" />);
    expect(text()).toBe('n/anot applicable: the tool is registered');
  });

  it('says why on hover and to a screen reader', () => {
    render(<Maybe value={null} reason="not read yet" />);
    expect(document.querySelector('[data-tip]')?.getAttribute('data-tip')).toBe('unknown: not read yet');
    expect(document.querySelector('.sr-only')?.textContent).toContain('not read yet');
  });
});

describe('Id', () => {
  it.each([
    [`0x9а31${'0'.repeat(60)}`, 'contains U+0430'],
    [`0x9a31${'0'.repeat(58)}\u200b0`, 'contains U+200B'],
    [`0x${'O'.repeat(64)}`, 'not hexadecimal'],
    [`Ox${'0'.repeat(64)}`, 'not hexadecimal'],
  ])('marks %j, which is no address', (value, why) => {
    render(<Id family="address" value={value} />);
    const reason = screen.getByText(why);
    expect(reason.dataset['tip']).toBe(`Not a valid address ID: ${why}`);
    expect(reason.tabIndex).toBe(0);
  });

  it('is a link with the whole id in name and title, and looks short', () => {
    render(<Id value={id} family="execution" />);
    const link = screen.getByRole('link', { name: `execution ${id}` });
    expect(link.getAttribute('href')).toBe(`/executions/${id}`);
    expect(link.title).toBe(id);
    // A search, a selection and a copy have all of it.
    expect(link.textContent).toBe(id);
    expect(link.querySelector('.id-middle')?.textContent).toBe('0'.repeat(56));
    expect(document.querySelector('[data-same-id]')?.getAttribute('data-same-id')).toBe(id);
  });

  it('has no link where no page exists', () => {
    render(<Id value={id} family="object" />);
    expect(screen.queryByRole('link')).toBeNull();
  });

  it.each([
    ['an object', <ObjectId key="object" value={id} />],
    ['an object in a port', <PortValue key="port" port={{ one: { kind: 'object', object_id: id } }} />],
    ['a registry', <IdFacts key="fact" reasons={toolReasons} row={ROW} fields={FIELDS} />],
    ['an object in a payload', <Linked key="payload" family="object" value={id} />],
  ])('leads from %s, which has no page, to the explorer', (_, shown) => {
    render(<ExplorerAddress value="https://explorer.example/{kind}/{id}">{shown}</ExplorerAddress>);
    expect(screen.getByRole('link').getAttribute('href')).toBe(`https://explorer.example/object/${id}`);
  });

  it('copies the whole id, and says when the browser refuses', async () => {
    const writeText = vi.fn((_: string) => Promise.resolve());
    Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
    render(<Id value={id} family="dag" />);
    fireEvent.click(screen.getByRole('button', { name: 'Copy dag ID' }));
    expect(await screen.findByRole('button', { name: 'Copied' })).toBeTruthy();
    expect(writeText).toHaveBeenCalledWith(id);
    writeText.mockRejectedValueOnce(new Error('no'));
    fireEvent.click(screen.getByRole('button'));
    expect(await screen.findByRole('button', { name: 'Copying was blocked' })).toBeTruthy();
  });

  it('is unknown with a reason when it is null', () => {
    render(<Id value={null} family="task" reason="no task" />);
    expect(text()).toBe('unknown: no task');
  });
});

describe('Amount', () => {
  it('is exact beyond a double, in units and in base units', () => {
    render(<Amount value={9007199254740993n} unit="sui" />);
    expect(text()).toBe('9,007,199.254740993 SUI');
    expect(document.querySelector('[data-tip]')?.getAttribute('data-tip')).toBe('9,007,199,254,740,993 MIST');
  });

  it('says when no unit is stated', () => {
    render(<Amount value={5n} unit="none" />);
    expect(text()).toBe('5 unit not stated');
  });
});

describe('Time', () => {
  const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

  it('is relative while recent, with zones and clock on hover', async () => {
    render(
      <>
        <Time at={ago(125_000)} clock="indexed" />
        <Tooltip />
      </>,
    );
    expect(document.querySelector('time')?.textContent).toBe('2 m ago indexed');
    fireEvent.pointerOver(screen.getByText('2 m ago'));
    const tip = await screen.findByText(/clock: indexed/);
    expect(tip.textContent).toMatch(/ UTC\n.+ \(local\)\nclock: indexed$/);
  });

  it('is a date with its zone when it is not recent', () => {
    render(<Time at="2020-01-02T03:04:05.678Z" clock="on chain" />);
    expect(document.querySelector('time')?.firstChild?.textContent).toBe('2020-01-02 03:04:05 UTC');
  });

  it('shows what it cannot read as it came', () => {
    render(<Time at="soon" clock="on chain" />);
    expect(text()).toBe('soon');
  });
});

describe('Tooltip', () => {
  const touch = { pointerType: 'touch' };
  const value = (key: string) => (
    <>
      <span key={key} data-tip="1,234,567 MIST" tabIndex={0}>
        0.0012
      </span>
      <Tooltip key="tooltip" />
    </>
  );
  const tooltip = () => screen.queryByText('1,234,567 MIST');
  const tap = () => {
    fireEvent.pointerDown(screen.getByText('0.0012'), touch);
    fireEvent.click(screen.getByText('0.0012'));
  };

  it('opens by tap where a row is rendered again between finger and click, and another tap hides it', () => {
    const row = vi.fn();
    const { rerender } = render(<div onClick={(event) => row(event.defaultPrevented)}>{value('row')}</div>);
    fireEvent.pointerDown(screen.getByText('0.0012'), touch);
    rerender(<div onClick={(event) => row(event.defaultPrevented)}>{value('row rendered again')}</div>);
    fireEvent.click(screen.getByText('0.0012'));
    expect(tooltip()).not.toBeNull();
    expect(row.mock.calls).toEqual([[true]]);
    tap();
    expect(tooltip()).toBeNull();
  });

  it('does not open by a click of a mouse', () => {
    render(value('row'));
    fireEvent.pointerDown(screen.getByText('0.0012'), { pointerType: 'mouse' });
    fireEvent.click(screen.getByText('0.0012'));
    expect(tooltip()).toBeNull();
  });

  it('does not cover the open menu of its element', () => {
    vi.useFakeTimers();
    const menu = (isOpen: boolean) => (
      <>
        <button type="button" data-tip="Display options" aria-expanded={isOpen}>
          menu
        </button>
        <Tooltip />
      </>
    );
    const { rerender } = render(menu(true));
    const shownAfterHover = () => {
      fireEvent.pointerOver(screen.getByText('menu'));
      act(() => void vi.advanceTimersByTime(1_000));
      const isShown = screen.queryByText('Display options') !== null;
      fireEvent.pointerOver(document.body);
      return isShown;
    };
    expect(shownAfterHover()).toBe(false);
    rerender(menu(false));
    expect(shownAfterHover()).toBe(true);
  });

  it('stays while a scroll leaves its element in place, and hides when it is moved', () => {
    render(value('row'));
    const place = vi.spyOn(screen.getByText('0.0012'), 'getBoundingClientRect');
    place.mockReturnValue(new DOMRect(10, 20, 30, 10));
    tap();
    fireEvent.scroll(document);
    expect(tooltip()).not.toBeNull();
    place.mockReturnValue(new DOMRect(10, 8, 30, 10));
    fireEvent.scroll(document);
    expect(tooltip()).toBeNull();
  });

  it('opens on focus that scrolls to its element', async () => {
    render(value('row'));
    const element = screen.getByText('0.0012');
    vi.spyOn(element, 'matches').mockImplementation((selector) => selector === ':focus-visible');
    element.focus();
    fireEvent.scroll(document);
    expect(await screen.findByText('1,234,567 MIST')).toBeDefined();
  });
});

describe('JSON and port values', () => {
  it('shows markup as text and integers exactly', () => {
    render(<JsonView value={parseJson('{"a":"<img src=x>","n":9007199254740993}')} />);
    expect(document.querySelector('img')).toBeNull();
    expect(document.querySelector('pre')?.textContent).toContain('9007199254740993');
  });

  it('shows a large value in parts', () => {
    render(<JsonView value={Array.from({ length: 9000 }, (_, n) => n)} />);
    const before = document.querySelector('pre')?.textContent?.length ?? 0;
    fireEvent.click(screen.getByRole('button', { name: 'Show more' }));
    expect(document.querySelector('pre')?.textContent?.length).toBeGreaterThan(before);
  });

  it('shows a long text without line ends as it is', () => {
    const long = `${'abc😀'.repeat(4_000)}\n${'x'.repeat(15_000)}`.slice(0, 20_000);
    render(<TextBlock text={long} label="text" />);
    const blocks = [...document.querySelectorAll('pre > div')].map(({ textContent }) => textContent);
    expect(blocks.length).toBeGreaterThan(1);
    expect(blocks.join('')).toBe(long);
    expect(blocks.filter((block) => /[\uD800-\uDBFF]$/.test(block))).toEqual([]);
  });

  it('shows each kind of value in a port of many', () => {
    render(
      <PortValue
        port={{
          many: [
            { kind: 'data', data: 'words' },
            { kind: 'object', object_id: id },
            { kind: 'blob', blob_id: 'QUJDREVGR0hJSktM', content_digest: 'REVG' },
            { kind: 'hologram', depth: 3 },
          ],
        }}
      />,
    );
    const items = screen.getAllByRole('listitem').map((item) => item.textContent);
    expect(items[0]).toBe('[0]"words"');
    expect(items[1]).toContain(id);
    expect(items[2]).toContain('blob');
    expect(items[3]).toContain('hologram');
  });
});

it('a tool is a link by its whole name', () => {
  render(<Fqn value="xyz.talus.llm.chat@1" />);
  expect(screen.getByRole('link').getAttribute('href')).toBe('/tools/xyz.talus.llm.chat%401');
  expect(text()).toBe('xyz.talus.llm.chat@1');
});

it('a name that its row or page shows already is not repeated', () => {
  const id = `0x${'a'.repeat(64)}`;
  const names = new Map([[id, { family: 'dag' as const, id, name: 'Plans a trip' }]]);
  const texts = (children: ReactNode) => render(<KnownNames value={names}>{children}</KnownNames>).container;
  const dag = (rowName: string) => <Id family="dag" value={id} copy={false} rowName={rowName} />;
  expect(texts(dag('Reviews a contract')).textContent).toBe('Plans a trip');
  expect(texts(dag('Plans a trip')).textContent).toBe(id);
  expect(texts(<PageName value="Plans a trip">{dag('')}</PageName>).textContent).toBe(id);
});
