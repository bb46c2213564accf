// Text written by others, made safe to display next to ours. Invariant: every character that is invisible, or looks like another,
// is named; right-to-left text stays in its place. The text itself is never changed: copies and files contain the original.
import { SHOWN_TEXT } from './limits';

/** Text to show unchanged; or a character's name, with the visible sign that it explains or the hidden characters that it replaces. `rest`: the remaining text. */
export type TextPiece = string | { sign: string; name: string; hidden: string; rest?: true };

const FSI = '\u2068';
const PDI = '\u2069';

/** Most text is plain and needs no inspection. */
const PLAIN = /^[\x20-\x7e\t\r\n…×·→–µ]*$/;

const PICTOGRAPH = String.raw`\p{Extended_Pictographic}[\u{1F3FB}-\u{1F3FF}\uFE0F]*`;
/** Hidden characters that a script or an emoji needs. */
const NEEDED = String.raw`${PICTOGRAPH}(?:\u200D${PICTOGRAPH})*|[#*0-9]\uFE0F\u20E3|(?<=[\u0600-\u0DFF])[\u200C\u200D](?=[\u0600-\u0DFF])`;
/** Controls of the terminal, of direction and of joining, fillers, tags, private characters and halves of characters. */
const HIDDEN = String.raw`(?![\t\r\n])[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Co}\p{Cs}\u2028\u2029\u2800\uFFF9-\uFFFB]`;
/** What `isolated` put into a sentence of ours. */
const OUR_ISOLATE = String.raw`${FSI}[^${FSI}${PDI}]*${PDI}`;
/** Marks over marks, which would be drawn across other lines. */
const TOWER = String.raw`(?<=\p{Mn}{3})\p{Mn}+`;
/** Latin letters of mathematics and in circles, and signs that look like the dot, colon, slash or @ of a name. */
const STYLED = String.raw`[\u{1D400}-\u{1D7FF}\u210A-\u2113\u212A-\u2134\u24B6-\u24E9\u{1F110}-\u{1F189}]|(?<=[A-Za-z0-9])[\u2024\u2027\uFF0E\u2044\u2215\uFF0F\uFF20\u0589\u2236\uFF1A](?=[A-Za-z0-9])`;
/**
 * Letters and digits of other scripts that look Latin: named in a word that also has Latin ones, and in a word of nothing else, unless the
 * text has other letters of such a script.
 */
const LOOKALIKE =
  /[АВЕЅІЈКМНОРСТУХЗЬаеорсухіјѕһԁԛԝѵӏΑΒΕΖΗΙΚΜΝΟΡΤΥΧανορτυχικγՕՍօոսհցɑɡ\u13A0-\u13FF\u1D00-\u1D22\u2160-\u217F\u2C80-\u2CB1\uA4D0-\uA4F7\uFF10-\uFF5A]|(?![0-9])\p{Nd}/u;
const WORD = String.raw`(?:(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}])+`;

const tokens = (shown: string) =>
  new RegExp(
    `(?<shown>${shown})|(?<hidden>(?<same>${HIDDEN})\\k<same>*)|(?<tower>${TOWER})|(?<styled>${STYLED})|(?<word>${WORD})`,
    'gu',
  );
/** Made when a text is first inspected: most pages have none. */
const patterns: { foreign?: RegExp; sentence?: RegExp } = {};
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/** `U+202E` */
export function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** `U+200B`, `16,000 × U+200B` */
function runName(characters: string): string {
  const count = [...characters].length;
  const digits = String(count).replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return count === 1 ? codePoint(characters) : `${digits} × ${codePoint(characters)}`;
}

const lookalike = (sign: string): TextPiece => ({ sign, name: codePoint(sign), hidden: '' });

const OTHER_LETTER = /(?![A-Za-z])\p{L}/gu;

/** Whether a text looks Latin although it is not: it has no letters but Latin ones and those that look so. */
function looksLatin(text: string): boolean {
  for (const [letter] of text.matchAll(OTHER_LETTER)) if (!LOOKALIKE.test(letter)) return false;
  return true;
}

/** The same, found out once and only where a word asks for it. */
function latinCheck(text: string): () => boolean {
  let answer: boolean | undefined;
  return () => (answer ??= looksLatin(text));
}

function piecesOfWord(word: string, isLatin: () => boolean): TextPiece[] {
  if (!LOOKALIKE.test(word)) return [word];
  const isDisguised = () => (word.match(/\p{L}/gu) ?? []).length > 1 && looksLatin(word) && isLatin();
  if (!/[A-Za-z]/.test(word) && !isDisguised()) return [word];
  return [...word].map((letter) => (LOOKALIKE.test(letter) ? lookalike(letter) : letter));
}

/** `isLatin`: whether the whole text looks Latin. */
function piecesOfToken(
  { shown, hidden, tower, styled, word }: Record<string, string | undefined>,
  isLatin: () => boolean,
): TextPiece[] {
  if (hidden !== undefined) return [{ sign: '', name: runName(hidden), hidden }];
  if (tower !== undefined) return [{ sign: '', name: `${[...tower].length} more marks`, hidden: tower }];
  if (styled !== undefined) return [lookalike(styled)];
  return word === undefined ? [shown ?? ''] : piecesOfWord(word, isLatin);
}

const inBrackets = (piece: TextPiece) => (typeof piece === 'string' ? piece : `${piece.sign}[${piece.name}]`);
const original = (piece: TextPiece) => (typeof piece === 'string' ? piece : piece.sign + piece.hidden);

/** The pieces up to the last of so many names, and what follows as one, with its names in brackets. */
function withRest(pieces: TextPiece[], names: number): TextPiece[] {
  let named = 0;
  const start = pieces.findIndex((piece) => typeof piece !== 'string' && (named += 1) > names);
  if (start === -1) return pieces;
  const rest = pieces.slice(start);
  const [name, hidden] = [rest.map(inBrackets).join(''), rest.map(original).join('')];
  return [...pieces.slice(0, start), { sign: '', name, hidden, rest: true }];
}

interface PieceOptions {
  /** In a sentence of ours, text that was isolated stays so. */
  sentence?: boolean;
  /** How many pieces may be names; all by default. */
  names?: number;
}

/** The text in order; a single string where nothing has to be named. */
export function textPieces(
  text: string,
  { sentence = false, names = Number.POSITIVE_INFINITY }: PieceOptions = {},
): TextPiece[] {
  if (PLAIN.test(text)) return [text];
  const pieces: TextPiece[] = [];
  const add = (piece: TextPiece) => {
    const last = pieces.at(-1);
    if (piece === '') return;
    if (typeof piece === 'string' && typeof last === 'string') pieces[pieces.length - 1] = last + piece;
    else pieces.push(piece);
  };
  let end = 0;
  const isLatin = latinCheck(text);
  const pattern = sentence
    ? (patterns.sentence ??= tokens(`${OUR_ISOLATE}|${NEEDED}`))
    : (patterns.foreign ??= tokens(NEEDED));
  for (const match of text.matchAll(pattern)) {
    add(text.slice(end, match.index));
    piecesOfToken(match.groups ?? {}, isLatin).forEach(add);
    end = match.index + match[0].length;
  }
  add(text.slice(end));
  return pieces.length === 0 ? [text] : withRest(pieces, names);
}

/** Whether a part of the text has a name. */
function hasNames(text: string): boolean {
  const isLatin = latinCheck(text);
  for (const { groups = {} } of text.matchAll((patterns.foreign ??= tokens(NEEDED))))
    if (piecesOfToken(groups, isLatin).some((piece) => typeof piece !== 'string')) return true;
  return false;
}

/** Whether the text can be displayed next to ours unchanged. */
export function isPlainText(text: string): boolean {
  return PLAIN.test(text) || (!RIGHT_TO_LEFT.test(text) && !hasNames(text));
}

/** A text cut to a maximum length, with an ellipsis where it was cut. */
export function truncated(text: string, most = SHOWN_TEXT.characters): string {
  if (text.length <= most) return text;
  // A sign is two code units at most: of a text of megabytes only the start is split.
  const signs = [...text.slice(0, 2 * most + 2)];
  if (signs.length <= most) return text;
  const start = signs.slice(0, Math.max(1, most - 1)).join('');
  // An isolate that was cut ends here, or its start would be named.
  return `${start}…${start.lastIndexOf(FSI) > start.lastIndexOf(PDI) ? PDI : ''}`;
}

/** The text with the names of characters in brackets: `[U+202E]`, `а[U+0430]`. */
export function withCharacterNames(text: string, options?: { sentence: boolean }): string {
  return textPieces(text, options).map(inBrackets).join('');
}

/** Foreign text to insert into a sentence of ours in plain text: a title, a notification, a column in words. Not for ids and numbers. */
export function isolated(text: string): string {
  const named = withCharacterNames(text);
  return RIGHT_TO_LEFT.test(named) ? `${FSI}${named}${PDI}` : named;
}
