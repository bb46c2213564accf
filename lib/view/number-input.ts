// Numbers as readers type them: with the separators and digits of any locale, or as the console itself shows them.
// Invariant: exact; what can be read in two ways follows the reader's locale.
import { plainText } from './ids';

export interface Separators {
  decimal: string;
  group: string;
}

/** The separators of a locale, by default of this machine's. */
export function separatorsOf(locale?: string): Separators {
  const parts = new Intl.NumberFormat(locale).formatToParts(1_234_567.5);
  const find = (type: 'decimal' | 'group') => parts.find((part) => part.type === type)?.value ?? '';
  return { decimal: find('decimal') || '.', group: find('group') || ',' };
}

const ARABIC_DECIMAL = '٫';
/** `1,234`: thousands in one locale, one and a fraction in another. */
const AMBIGUOUS = /^[1-9]\d{0,2}[.,]\d{3}$/;

/** The decimal separator of a plain text; undefined where it has none. */
function decimalIn(text: string, decimals: number, reader: Separators): string | undefined {
  if (text.includes(ARABIC_DECIMAL)) return ARABIC_DECIMAL;
  const marks = text.match(/[.,]/g) ?? [];
  const last = marks.at(-1);
  if (last === undefined || decimals === 0) return undefined;
  const isOnce = marks.filter((mark) => mark === last).length === 1;
  if (!isOnce) return undefined;
  if (!AMBIGUOUS.test(text) || last === reader.decimal) return last;
  if (last === reader.group) return undefined;
  // Neither is in the reader's locale: as the console writes numbers.
  return last === '.' ? last : undefined;
}

/** Thousands, or lakhs and crores, separated by one character. */
const GROUPED = /^\d{1,3}(?:([.,'’٬ ])\d{2,3}(?:\1\d{2,3})*)?$/;

function wholePart(text: string): string | undefined {
  if (/^\d*$/.test(text)) return text;
  if (!GROUPED.test(text) || !/\D\d{3}$/.test(text)) return undefined;
  return text.replace(/\D/g, '');
}

/** A number that isn't negative, times 10 to the power of `decimals`; undefined where the text is no such number. */
export function readNumber(text: string, decimals: number, reader: Separators): bigint | undefined {
  const plain = plainText(text);
  const mark = decimalIn(plain, decimals, reader);
  const at = mark === undefined ? plain.length : plain.lastIndexOf(mark);
  const whole = wholePart(plain.slice(0, at));
  const fraction = plain.slice(at + 1).replace(/0+$/, '');
  if (whole === undefined || !/\d/.test(plain) || !/^\d*$/.test(plain.slice(at + 1))) return undefined;
  if (fraction.length > decimals) return undefined;
  return BigInt(whole + fraction.padEnd(decimals, '0'));
}

/** A unit's size: `decimals` digits after the point of the unit are whole base units; `times` multiplies them. */
export interface UnitSize {
  decimals: number;
  times: bigint;
}

/** Units by the words and abbreviations that name them, in lower case. `''` is the unit of a bare number. */
export type UnitNames = Readonly<Record<string, UnitSize>> & { readonly '': UnitSize };

const PART = /([^\p{L}]+)(\p{L}*)/gu;

/** `1,234.5 SUI`, `2 m 5 s` or a bare number, in base units; undefined where the text is none of these. */
export function readMeasure(text: string, units: UnitNames, reader: Separators): bigint | undefined {
  const plain = plainText(text);
  const parts = [...plain.matchAll(PART)].filter(([part]) => part.trim() !== '');
  if (parts.length === 0 || /^\p{L}/u.test(plain)) return undefined;
  let sum = 0n;
  for (const [, number = '', name = ''] of parts) {
    const unit = Object.hasOwn(units, name.toLowerCase()) ? units[name.toLowerCase()] : undefined;
    // Only named units add up: `2 m 5 s`.
    if (unit === undefined || (name === '' && parts.length > 1)) return undefined;
    const value = readNumber(number, unit.decimals, reader);
    if (value === undefined) return undefined;
    sum += value * unit.times;
  }
  return sum;
}
