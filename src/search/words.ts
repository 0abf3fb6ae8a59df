// Turns text into words, and the text of a search into terms. Both are in one file, because a word that is folded
// differently from a term is never found. When you change either, raise INDEX_VERSION in fill-search.ts.
import { endOfPrefix } from '#kernel/end-of-prefix.ts';

/** Code points of a word that are stored and compared. */
const LONGEST_WORD = 32;
/** Most words of one thing. */
const MOST_WORDS = 200;
/** Characters of a text that are indexed; the rest is not searched. */
const LONGEST_TEXT = 1000;

/** Letters that normalisation does not decompose, as people type them on keyboards without these keys. */
const PLAIN: ReadonlyMap<string, string> = new Map(
  Object.entries({ ø: 'o', đ: 'd', ð: 'd', ł: 'l', ħ: 'h', ŧ: 't', æ: 'ae', œ: 'oe', þ: 'th' }),
);
/** The second spelling of these letters: Müller becomes Muller on some keyboards, and Mueller in e-mail addresses. */
const SPELLED_OUT: ReadonlyMap<string, string> = new Map(
  Object.entries({ ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' }),
);
/** Accents of Latin, Greek and Cyrillic, points of Hebrew and Arabic. Vowel signs of other scripts are letters. */
const ACCENTS =
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670]/gu;
const SPELLABLE = /[äöüåø]/gu;
const MARKED = /[øđðłħŧæœþ]/gu;
/** An apostrophe inside of a word belongs to it (O'Brien); a symbol such as a smiley is a word. */
const WORD = /[\p{L}\p{N}\p{M}]+(?:'[\p{L}\p{N}\p{M}]+)*|\p{So}/gu;
/** Nearly all text is ASCII; for it, a simpler pattern finds the same words at a fifth of the cost. */
const ASCII = /^[\x20-\x7e]*$/;
const ASCII_WORD = /[a-z0-9]+(?:'[a-z0-9]+)*/g;
const APOSTROPHES = /[\u2018\u2019\u02bc]/gu;
/** Scripts without spaces between words: a word may start at any letter. */
const SPACELESS = [
  'Han',
  'Hiragana',
  'Katakana',
  'Bopomofo',
  'Hangul',
  'Thai',
  'Lao',
  'Khmer',
  'Myanmar',
]
  .map((script) => `\\p{scx=${script}}`)
  .join('');
const RUN = new RegExp(`^[${SPACELESS}]+$`, 'u');
const PARTS = new RegExp(`[${SPACELESS}]+|[^${SPACELESS}]+`, 'gu');
const DOMAIN = /^[\p{L}\p{N}\p{M}.-]+/u;
/** A number such as `#12`; {@link NUMBERS} also finds it inside a text, such as `(#12)`. */
const NUMBER = /^#0*(\d{1,15})$/u;
const NUMBERS = /#0*(\d{1,15})(?![\p{L}\p{N}])/gu;
const DIGITS = /^\d{1,15}$/u;

/** The start of a word, or a whole word, that a search looks for. */
export interface Alternative {
  readonly text: string;
  readonly isWhole: boolean;
}

/** One searched word: a thing matches when it has any of these alternatives. */
export type Term = readonly Alternative[];

/** Returns the words by which a thing is found, each once, sorted; its number becomes `#12`. */
export function wordsOf(texts: readonly string[], number?: number): readonly string[] {
  const words = new Set<string>(number === undefined ? [] : [`#${number}`]);
  // Large tables have many more words: none is made after the last one that is kept.
  for (const word of wordsIn(texts)) {
    words.add(word);
    if (words.size >= MOST_WORDS) break;
  }
  return [...words].toSorted();
}

function* wordsIn(texts: readonly string[]): Generator<string> {
  // The texts of one thing repeat each other, such as a name and the address made of it.
  const seen = new Set<string>();
  for (const text of texts) {
    for (const chunk of chunksOf(text)) {
      if (seen.has(chunk)) continue;
      seen.add(chunk);
      const { local, domain } = partsOf(chunk);
      if (domain !== '') yield clip(`@${domain}`);
      for (const [, number = ''] of local.matchAll(NUMBERS)) yield `#${number}`;
      for (const token of tokensOf(local)) yield* indexed(token);
    }
  }
}

/** Returns the terms of a search; a thing must have all of them. Empty when the text contains no word. */
export function termsOf(text: string): readonly Term[] {
  const terms = chunksOf(text).flatMap((chunk) => termsIn(partsOf(chunk)));
  return [...new Map(terms.map((term) => [JSON.stringify(term), term])).values()];
}

function termsIn({ local, domain }: Chunk): readonly Term[] {
  const number = NUMBER.exec(local)?.[1];
  if (number !== undefined) return [[whole(`#${number}`)]];
  const dotted = domain === '' ? domainOf(local) : '';
  return [
    ...tokensOf(local).flatMap((token) => termOf(token, dotted)),
    ...(domain === '' ? [] : [[start(clip(`@${domain}`))]]),
  ];
}

/** Returns the range of words that an alternative matches; the end is not included. */
export function rangeOf({ text, isWhole }: Alternative): readonly [from: string, to: string] {
  // No word contains a space or a smaller character, so the range of a whole word holds that word only.
  return [text, isWhole ? `${text} ` : (endOfPrefix(text) ?? `${text}\u{10ffff}`)];
}

const whole = (text: string): Alternative => ({ text, isWhole: true });
const start = (text: string): Alternative => ({ text, isWhole: false });

/** Returns the term of a token; none when the token consists of accents only. */
function termOf(token: string, dotted: string): readonly Term[] {
  const found = spellings(token.replaceAll("'", ''));
  const [plain = ''] = found;
  if (plain === '') return [];
  const term = [
    ...found.map((spelling) => start(clip(spelling))),
    ...(DIGITS.test(plain) ? [whole(`#${Number(plain)}`)] : []),
    // Somebody at acme.com is found by "acme" and by "acme.com", but not by "ac", which finds names only.
    whole(clip(`@${plain}`)),
    start(clip(`@${plain}.`)),
    ...(dotted.includes('.') ? [start(clip(`@${dotted}`))] : []),
  ];
  return [term];
}

/** Yields the words by which one token of a text is found. */
function* indexed(token: string): Generator<string> {
  const [first = '', ...others] = token.split("'");
  for (const word of [first + others.join(''), ...others]) {
    for (const spelling of spellings(word)) {
      // The word consists of accents only.
      if (spelling === '') continue;
      yield clip(spelling);
      if (!ASCII.test(spelling) && RUN.test(spelling)) yield* startsWithin(spelling);
    }
  }
}

/** Yields the words that start inside a run of letters: 田中太郎 is also found by 太郎. */
function* startsWithin(run: string): Generator<string> {
  const letters = [...run];
  for (let at = 1; at < letters.length; at += 1) {
    if (!/^\p{M}/u.test(letters[at] ?? '')) yield letters.slice(at, at + LONGEST_WORD).join('');
  }
}

interface Chunk {
  readonly local: string;
  /** The domain after the last @, folded. */
  readonly domain: string;
}

const chunksOf = (text: string): readonly string[] => lower(text).split(/\s+/u);

function partsOf(chunk: string): Chunk {
  const at = chunk.lastIndexOf('@');
  return at < 0
    ? { local: chunk, domain: '' }
    : { local: chunk.slice(0, at), domain: domainOf(chunk.slice(at + 1)) };
}

const domainOf = (text: string): string =>
  plainly(DOMAIN.exec(text)?.[0] ?? '').replaceAll(/^[.-]+|[.-]+$/gu, '');

/** Splits a text into words, and each word where it changes between scripts with and without spaces. */
const tokensOf = (text: string): readonly string[] =>
  ASCII.test(text)
    ? (text.match(ASCII_WORD) ?? [])
    : [...text.matchAll(WORD)].flatMap(([token]) => token.match(PARTS) ?? []);

function lower(text: string): string {
  const enough = text.slice(0, LONGEST_TEXT);
  if (ASCII.test(enough)) return enough.toLowerCase();
  return (
    enough
      .toWellFormed()
      .normalize('NFKC')
      // Upper case makes SS of ß, and leaves the capital ẞ as it is.
      .replaceAll('ẞ', 'ß')
      .toUpperCase()
      .toLowerCase()
      .replaceAll('ς', 'σ')
      .normalize('NFC')
      .replaceAll(APOSTROPHES, "'")
  );
}

/** Returns the word without accents, and also with its umlauts spelled out when it has any. */
function spellings(word: string): readonly string[] {
  if (ASCII.test(word)) return [word];
  const plain = plainly(word);
  const spelled = plainly(word.replaceAll(SPELLABLE, (letter) => SPELLED_OUT.get(letter) ?? ''));
  return plain === spelled ? [plain] : [plain, spelled];
}

const plainly = (word: string): string => (ASCII.test(word) ? word : withoutMarks(word));

const withoutMarks = (word: string): string =>
  word
    .normalize('NFD')
    .replaceAll(ACCENTS, '')
    .normalize('NFC')
    .replaceAll(MARKED, (letter) => PLAIN.get(letter) ?? '');

const clip = (word: string): string =>
  word.length <= LONGEST_WORD ? word : [...word].slice(0, LONGEST_WORD).join('');
