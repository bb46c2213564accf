// Figures and times as a page shows them: how they are read, and whether each is its value, rounded, or its instant in the zone.
import { divided, type Value } from '@/e2e/raw-truth';

export interface Figure {
  /** The visible texts of the page, without IDs, code and text for screen readers only. */
  parts: string[];
  /** The same as one text, without foreign text (`ownFigures`). */
  text: string;
  exact: string | null;
  href: string | null;
  /** Of a time, its instant. */
  time: string | null;
  /** The term of a list of facts. */
  label: string;
  table: string;
  row: string | null;
  /** The first cell of its row. */
  name: string;
  column: string;
  section: string;
  /** Of the period before. */
  isEarlier: boolean;
  /** The exact values of its row of a table. */
  beside: string[];
  kind: 'text' | 'bar' | 'control' | 'scale';
  /** Its chart, for the label of an axis, with its caption and heading. */
  chart: string;
}

/** Runs in the browser: everything in the page that has a digit. */
export function readFigures(): Figure[] {
  const NAMES = '[data-same-id], code, pre, .mono, .sr-only, input, select, script, style';
  const HOLDERS = 'time, [data-exact], a[href], button, td, th, dt, dd, p, li, h1, h2, h3, figcaption, label';
  const BARS = ':is([role=group], [role=img])[aria-label*=" by "] > [data-tip]';
  const main = document.querySelector('main') ?? document.body;
  const found = new Map<Element, string[]>();
  const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
  while (texts.nextNode() !== null) {
    const { parentElement: parent, textContent } = texts.currentNode;
    if (parent === null || parent.closest(NAMES) !== null || !parent.checkVisibility()) continue;
    const holder = parent.closest(HOLDERS) ?? parent;
    found.set(holder, [...(found.get(holder) ?? []), textContent ?? '']);
  }
  for (const bar of main.querySelectorAll(BARS)) found.set(bar, [bar.getAttribute('data-tip') ?? '']);
  return [...found].flatMap(([holder, parts]) => {
    if (!/\d/.test(parts.join(' '))) return [];
    const cell = holder.closest('td, th');
    const row = holder.closest('tr');
    const table = holder.closest('table');
    const place = [...(row?.cells ?? [])].findIndex((each) => each === cell);
    const head = [...(table?.tHead?.rows ?? [])].at(-1)?.cells[place]?.textContent?.trim() ?? '';
    const detail = holder.closest('dd');
    let isEarlier = head === 'Previous' || cell?.getAttribute('data-column') === 'before';
    for (
      let each: Element | null = holder;
      each !== null && detail !== null;
      each = each === detail ? null : each.parentElement
    )
      isEarlier ||= each !== detail && /^\s*previous:/.test(each.textContent ?? '');
    const heading = holder.closest('section')?.querySelector('h2, h3')?.textContent ?? '';
    const chart =
      holder.closest('figure, :has(> div:is([role=group], [role=img]))') ?? holder.closest('section');
    let kind: Figure['kind'] = 'text';
    if (holder.matches(BARS)) kind = 'bar';
    else if (holder.closest('svg, [aria-hidden=true]') !== null) kind = 'scale';
    else if (holder.matches('button, label') && holder.closest('[role=radiogroup], [role=tablist]') !== null)
      kind = 'control';
    return {
      parts,
      text: '',
      exact: holder.getAttribute('data-exact'),
      href: holder.closest('a[href]')?.getAttribute('href') ?? null,
      time: holder.getAttribute('datetime'),
      label: holder.closest('div:has(> dt)')?.querySelector('dt')?.textContent ?? '',
      table: table?.getAttribute('aria-label') ?? '',
      row:
        ['data-row', 'data-refill', 'data-use']
          .map((name) => row?.getAttribute(name) ?? null)
          .find((id) => id !== null) ?? null,
      name: row?.cells[0]?.textContent ?? '',
      column: cell?.getAttribute('data-column') ?? head,
      section: heading,
      isEarlier,
      beside: [...(row?.querySelectorAll('[data-exact]') ?? [])].map(
        (each) => each.getAttribute('data-exact') ?? '',
      ),
      kind,
      chart: `${chart?.textContent ?? ''} ${heading}`,
    };
  });
}

/** Figures without foreign text: what raw rows hold, whole, as the start of one that is cut, or within a sentence. */
export function ownFigures(figures: readonly Figure[], foreign: readonly string[]): Figure[] {
  const sentences = foreign.filter((text) => text.includes(' '));
  const known = new Set(foreign);
  const ownPart = (part: string): string => {
    const shown = part.trim();
    const start = shown.slice(0, -1);
    const isCut = shown.endsWith('…') && start !== '' && foreign.some((text) => text.startsWith(start));
    if (isCut || known.has(shown)) return '';
    return sentences.reduce((own, text) => own.replaceAll(text, ' '), part);
  };
  return figures.flatMap((figure) => {
    const parts = figure.kind === 'bar' ? figure.parts : figure.parts.map(ownPart);
    const text = parts
      .join(' ')
      .replace(/[^\S\n]+/g, ' ')
      .trim();
    return /\d/.test(text) ? [{ ...figure, text }] : [];
  });
}

/** `2026-11-21 12:04:18 UTC+05:30` by Intl, which the console doesn't use for it. */
export function inZone(at: number, timeZone: string): string {
  const date = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(
    at,
  );
  const offset = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(at);
  const name = offset.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return `${date} ${timeZone === 'UTC' ? 'UTC' : name.replace('GMT', 'UTC').replace('-', '−')}`;
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1e3, m: 6e4, h: 36e5, d: 864e5 };
export const durationOf = (text: string) =>
  [...text.matchAll(/([\d.]+) (ms|[smhd])\b/g)].reduce(
    (sum, [, count, unit]) => sum + Number(count) * UNITS[unit!]!,
    0,
  );

/** Whether a time is shown as its instant: as a date with its zone, the time of day, or the distance from now. */
export function isShownTime({ text, time }: Figure, zone: string, now: number): boolean {
  const at = Date.parse(time ?? '');
  const [date = '', clock = '', name = ''] = inZone(at, zone).split(' ');
  const millis = new Date(at).toISOString().slice(19, 23);
  // Relative first, then the time of day of the same moment.
  const [, distance, rest = ''] = /^((?:in )?\d+ [smhd](?: \d+ [smh])?(?: ago)?|now)?(.*)$/.exec(text) ?? [];
  const forms = [
    `${date} ${clock} ${name}`,
    `${clock}${millis}`,
    clock.slice(0, 5),
    `${date.slice(5)} ${clock.slice(0, 5)}`,
    `${date} ${clock.slice(0, 5)}`,
  ];
  const isDistance = () => {
    const away = durationOf(distance ?? '') * (distance?.startsWith('in ') ? -1 : 1);
    // Whole steps of the unit, and the page's clock moves while it is read.
    const [step = 1e3] = [36e5, 6e4].filter((_, place) => Math.abs(away) >= [864e5, 6e4][place]!);
    return Math.abs(now - at - away) <= step + 3e4;
  };
  return (
    (distance === undefined || isDistance()) &&
    (rest.trim() === '' ? distance !== undefined : forms.includes(rest.trim()))
  );
}

export const TOKENS =
  /(?<date>\d{4}-\d\d-\d\d(?: \d\d:\d\d(?::\d\d)?)?(?: UTC(?:[+−]\d\d:\d\d)?)?)|(?<clock>\d\d:\d\d(?::\d\d)?(?: UTC(?:[+−]\d\d:\d\d)?)?)|(?<money>[<−]?[\d,]+(?:\.\d+)? (?:SUI|US)\b)|(?<percent>[<>+−]?[\d,.]*\d %)|(?<duration>\d+(?:\.\d+)? (?:ms|[smhd])\b(?: \d+ [smh]\b)?)|(?<compact>−?[\d,]+\.\d [kMB]\b)|(?<count>[+−]?\d[\d,]*(?:\.\d+)?)/g;

/** Whether `text` is the value, rounded half up to as many digits as it shows. */
export function isRounded(text: string, value: Value): boolean {
  if (value === null) return false;
  const size = text.replace(/[−+,<>]/g, '');
  if (typeof value === 'number' && value < 0) return isRounded(text, -value);
  const digits = /[\d.]+/.exec(size)?.[0] ?? '';
  const decimals = digits.split('.')[1]?.length ?? 0;
  const whole = BigInt(digits.replace('.', ''));
  const scaled = (unit: bigint) => {
    const exact = BigInt(value) < 0n ? -BigInt(value) : BigInt(value);
    const step = unit / 10n ** BigInt(decimals);
    return text.startsWith('<') ? exact > 0n && divided(exact, step) === 0n : divided(exact, step) === whole;
  };
  if (text.endsWith('%')) return Math.abs(Number(value)).toFixed(decimals) === digits;
  if (/ (ms|[smhd])\b/.test(text)) {
    const [largest = ''] = /[a-z]+/.exec(size) ?? [];
    const step = { ms: 1, s: 100, m: 1e3, h: 6e4, d: 36e5 }[largest] ?? 1;
    return Math.round(Number(value) / step) * step === durationOf(text);
  }
  const compact = / ([kMB])/.exec(text)?.[1];
  if (compact !== undefined) return scaled({ k: 1_000n, M: 1_000_000n, B: 1_000_000_000n }[compact]!);
  if (typeof value === 'number' && !Number.isInteger(value))
    return Math.abs(value).toFixed(decimals) === digits;
  return (decimals === 0 && BigInt(value) === BigInt(size.replace(/[^\d]/g, ''))) || scaled(1_000_000_000n);
}

/** `2026-11-21 12:04:18 UTC+05:30` in ms since 1970. */
export function instantOf(text: string): number {
  const [date, clock = '00:00', name = 'UTC'] = text.split(' ');
  return Date.parse(`${date}T${clock}${name === 'UTC' ? 'Z' : name.slice(3).replace('−', '-')}`);
}

/** What is wrong with the dates in a text: each names its zone, which is UTC or the reader's. */
export function wrongDates(text: string, zone: string): string[] {
  return [
    ...text.matchAll(/\d{4}-\d\d-\d\d \d\d:\d\d(?::\d\d)?(?:\.\d+)?(?: UTC(?:[+−]\d\d:\d\d)?)?/g),
  ].flatMap(([date]) => {
    if (!date.includes(' UTC')) return [`${date} has no zone`];
    const expected = inZone(instantOf(date), zone).split(' ').at(-1);
    return date.endsWith(` ${expected}`) || date.endsWith(' UTC') ? [] : [`${date} is not in ${zone}`];
  });
}
