// A JSON number whose spelling neither a number nor a bigint preserves: `1.10`, `1E5`, `-0`, `1e400`.

const MARK = Symbol.for('dagscope.exact-number');

export class ExactNumber {
  constructor(
    /** As written in the JSON text. */
    readonly text: string,
  ) {}

  /** Not by class: a bundle may hold this module twice. */
  static [Symbol.hasInstance](value: unknown): value is ExactNumber {
    return typeof value === 'object' && value !== null && MARK in value;
  }

  get [MARK](): true {
    return true;
  }

  toString(): string {
    return this.text;
  }

  /** The nearest double. */
  valueOf(): number {
    return Number(this.text);
  }

  /** Throws, as for a bigint, rather than lose digits. */
  toJSON(): never {
    throw new TypeError('an exact number is written by stringifyJson');
  }
}

/** The integer that a number is, whatever its spelling: `1.5E+18`, `12.0`; null where it is none, or has more than `most` digits. */
export function exactInteger({ text }: ExactNumber, most = 40): bigint | null {
  const [, sign, whole, part = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,4}))?$/.exec(text) ?? [];
  if (whole === undefined) return null;
  const digits = whole + part;
  const point = whole.length + Number(exponent);
  if (point > most || digits.length > most || /[1-9]/.test(digits.slice(Math.max(0, point)))) return null;
  return BigInt(`${sign}${digits.slice(0, Math.max(0, point)).padEnd(point, '0') || '0'}`);
}

/** Whether parsed JSON is an object: not null, a list or a number. */
export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber)
  );
}
