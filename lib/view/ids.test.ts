import { describe, expect, it } from 'vitest';
import { chipOf, invalidId, readPasted, oddId, shortId } from './ids';

const id = `0x9a31${'0'.repeat(56)}c07d`;

describe('shortId', () => {
  it('leaves the middle out', () => expect(shortId(id)).toBe('0x9a31…c07d'));
  it('shortens a digest', () =>
    expect(shortId('7xKqABCDEFGHJKLMNPQRSTUVWXYZ123456789abc9dPe')).toBe('7xKq…9dPe'));
  it('keeps short ids', () => expect(shortId('0x6')).toBe('0x6'));
});

describe('chipOf', () => {
  it('is the same for every spelling of one id', () => {
    expect(chipOf(id.toUpperCase().replace('0X', '0x'))).toEqual(chipOf(id));
    expect(chipOf('0x6')).toEqual(chipOf(`0x${'6'.padStart(64, '0')}`));
  });

  it('has two different hues, and spreads neighbours', () => {
    const seen = new Set<string>();
    for (let n = 1; n <= 200; n += 1) {
      const chip = chipOf(`0x${n.toString(16)}`);
      expect(chip.first).not.toBe(chip.second);
      seen.add(JSON.stringify(chip));
    }
    expect(seen.size).toBeGreaterThan(100);
  });
});

describe('invalidId', () => {
  it.each([
    [`${id}0`, 'Invalid ID'],
    ['0x12xyz', 'Invalid ID'],
    ['\u200b０ｘ12xyz', 'Invalid ID'],
    ['7xKqABCDEFGHJKLMNPQRSTUVWXYZ123456789abc0OIl', 'Invalid digest'],
  ])('%s is invalid', (text, problem) => expect(invalidId(text)).toContain(problem));

  it.each([
    id,
    `${id})`,
    `${id.slice(0, 9)}\u200b${id.slice(9)}\u200e`,
    '０ｘ6',
    '0x',
    '0x6',
    '7xKqABCDEFGHJKLMNPQRSTUVWXYZ123456789abc9dPe',
    'llm.chat',
    'a word',
  ])('%s is not called invalid', (text) => expect(invalidId(text)).toBeNull());
});

describe('readPasted', () => {
  it.each([
    [`  ${id.toUpperCase().replace('0X', '0x')} `, 'object', id],
    ['0x6', 'object', `0x${'6'.padStart(64, '0')}`],
    ['xyz.talus.llm.chat@1', 'fqn', 'xyz.talus.llm.chat@1'],
    [
      '7xKqABCDEFGHJKLMNPQRSTUVWXYZ123456789abc9dPe',
      'digest',
      '7xKqABCDEFGHJKLMNPQRSTUVWXYZ123456789abc9dPe',
    ],
    ['llm.chat', 'text', 'llm.chat'],
    ['\u200e０ｘ９Ａ\u200b', 'object', `0x${'9a'.padStart(64, '0')}`],
    ['\u2066xyz.talus.llm.chat＠1\u2069', 'fqn', 'xyz.talus.llm.chat@1'],
    [
      '7xKqABCDEFGHJKLMNPQRSTUVWXYZ\u200b123456789abc9dPe\ufeff',
      'digest',
      '7xKqABCDEFGHJKLMNPQRSTUVWXYZ123456789abc9dPe',
    ],
    ['0x9а', 'text', '0x9а'],
  ])('%j is an %s', (text, kind, value) => expect(readPasted(text)).toEqual({ kind, value }));
});

it('has nothing in a short id that could pass for another character', () => {
  expect(shortId(`0x9a31${'0'.repeat(56)}c07d`)).toBe('0x9a31…c07d');
  expect(shortId('0x9а31')).toBe('0x9а[U+0430]31');
  expect(shortId(`0x9a31${'0'.repeat(50)}\u202ec07d`)).toContain('[U+202E]');
  expect(oddId('7xKq')).toBeNull();
  expect(oddId('0xZZ')).toBe('not hexadecimal');
});
