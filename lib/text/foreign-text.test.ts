import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isolated, isPlainText, textPieces, truncated, withCharacterNames } from './foreign-text';
import { SHOWN_TEXT } from './limits';

describe('characters that cannot be seen', () => {
  it.each([
    ['\u202e', 'right-to-left override'],
    ['\u2066', 'isolate'],
    ['\u2068', 'isolate without an end'],
    ['\u2069', 'end of an isolate without a start'],
    ['\u200b', 'zero-width space'],
    ['\u200d', 'joiner between Latin letters'],
    ['\u00ad', 'soft hyphen'],
    ['\ufeff', 'byte order mark'],
    ['\u{e0041}', 'tag'],
    ['\u0000', 'NUL'],
    ['\u001b', 'escape'],
    ['\u0085', 'next line'],
    ['\u2028', 'line separator'],
    ['\u3164', 'Hangul filler'],
    ['\u115f', 'Hangul filler'],
    ['\u2800', 'blank braille pattern'],
    ['\u{f0000}', 'private use'],
    ['\ud800', 'half of a character'],
    ['\u{e0101}', 'variation selector'],
  ])('names %j, a %s', (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    expect(textPieces(`a${character}b`)).toEqual([
      'a',
      { sign: '', name: `U+${code}`, hidden: character },
      'b',
    ]);
    expect(isPlainText(`a${character}b`)).toBe(false);
  });

  it.each([
    '👨‍👩‍👧',
    '❤️',
    '1️⃣',
    '👍🏽',
    'می‌خواهم',
    'क्‍ष',
    'naïve',
    '日本語',
    'Привет мир',
    'Δx',
    '5 µs',
    'x\ty\nz',
    '',
  ])('leaves %j as it is', (text) => expect(textPieces(text)).toEqual([text]));

  it('cuts a tower of marks', () => {
    expect(withCharacterNames(`Z${'\u0301'.repeat(40)}o`)).toBe(`Z${'\u0301'.repeat(3)}[37 more marks]o`);
  });
});

describe('text with many such characters', () => {
  it('names a run of the same character once', () => {
    const run = '\u200b'.repeat(16_000);
    expect(textPieces(`a${run}b`)).toEqual(['a', { sign: '', name: '16,000 × U+200B', hidden: run }, 'b']);
    expect(withCharacterNames('\u{e0041}\u{e0041}\ud800')).toBe('[2 × U+E0041][U+D800]');
  });

  it.each(['\u200b\u200c', 'aа', '𝐚 ', 'x\u0301\u0301\u0301\u0301'])(
    'has a limit of pieces, and the rest as one, for %j',
    (part) => {
      const text = part.repeat(1_000);
      const pieces = textPieces(text, { names: 20 });
      expect(pieces.length).toBeLessThanOrEqual(42);
      expect(pieces.at(-1)).toMatchObject({ rest: true });
      const inBrackets = pieces.map((piece) =>
        typeof piece === 'string' ? piece : piece.sign + (piece.rest ? piece.name : `[${piece.name}]`),
      );
      expect(inBrackets.join('')).toBe(withCharacterNames(text));
    },
  );
});

describe('a text that is cut', () => {
  it('ends with an ellipsis, and never within a character or an isolate', () => {
    expect(truncated('abc', 3)).toBe('abc');
    expect(truncated('abcd', 3)).toBe('ab…');
    expect(truncated('😀😀😀', 3)).toBe('😀😀😀');
    expect(truncated('😀😀😀😀', 3)).toBe('😀😀…');
    const cut = truncated(`${isolated('שלום'.repeat(1_000))} failed`);
    expect([...cut]).toHaveLength(SHOWN_TEXT.characters + 1);
    expect(withCharacterNames(cut, { sentence: true })).toBe(cut);
    expect(truncated(cut)).toBe(cut);
  });
});

describe('characters that look like others', () => {
  it.each([
    ['pаypal', 'pа[U+0430]ypal'],
    ['xyz․taxi', 'xyz․[U+2024]taxi'],
    ['𝐚dd', '𝐚[U+1D41A]dd'],
    ['ａbc', 'ａ[U+FF41]bc'],
    ['x١', 'x١[U+0661]'],
    ['ꓑay', 'ꓑ[U+A4D1]ay'],
    ['pay.ⲟrg', 'pay.ⲟ[U+2C9F]rg'],
    ['gᴏv', 'gᴏ[U+1D0F]v'],
    ['\u212Aey', '\u212A[U+212A]ey'],
    ['ⓟay', 'ⓟ[U+24DF]ay'],
    ['5 ℃, №3, ™', '5 ℃, №3, ™'],
    ['аб', 'аб'],
    ['сору', 'с[U+0441]о[U+043E]р[U+0440]у[U+0443]'],
    ['xyz.аре.pay@1', 'xyz.а[U+0430]р[U+0440]е[U+0435].pay@1'],
    ['ΟΤΕ', 'Ο[U+039F]Τ[U+03A4]Ε[U+0395]'],
    ['не сору', 'не сору'],
    ['٣٤', '٣٤'],
    ['о', 'о'],
  ])('%j is %j', (text, expected) => expect(withCharacterNames(text)).toBe(expected));
});

describe('text for a sentence of ours', () => {
  it('is isolated where it runs from right to left, and only there', () => {
    expect(isolated('שלום 5')).toBe('\u2068שלום 5\u2069');
    expect(isolated('\u202e5.20 SUI')).toBe('[U+202E]5.20 SUI');
    expect(isolated('5.20 SUI')).toBe('5.20 SUI');
    expect(withCharacterNames(`${isolated('שלום')} failed\u202e`, { sentence: true })).toBe(
      '\u2068שלום\u2069 failed[U+202E]',
    );
  });

  it('cannot reorder or close the text around it, whatever it contains', () => {
    const sign = fc.constantFrom(
      '\u202a',
      '\u202e',
      '\u202c',
      '\u2066',
      '\u2067',
      '\u2068',
      '\u2069',
      'ש',
      'a',
      '1',
    );
    fc.assert(
      fc.property(
        fc.array(sign).map((all) => all.join('')),
        (text) => {
          const shown = isolated(text).replaceAll(/\u2068[^\u2068\u2069]*\u2069/g, '');
          expect(shown).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u0590-\u05ff]/);
        },
      ),
    );
  });

  it('keeps every character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 0, max: 5 }), (text, names) => {
        const all = textPieces(text, { names }).map((piece) =>
          typeof piece === 'string' ? piece : piece.sign + piece.hidden,
        );
        expect(all.join('')).toBe(text);
      }),
    );
  });
});
