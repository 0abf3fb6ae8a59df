// How text becomes words, and what is typed into a search becomes terms. Pure; both halves live in one file because a
// word that is folded in another way than a term is never found. Change either, and raise INDEX_VERSION in fill.ts.
import { endOfPrefix } from '#kernel/end-of-prefix.ts';

/** Code points of a word that are kept and compared. */
const LONGEST_WORD = 32;
/** Words that are kept of one thing. */
const MOST_WORDS = 100;
/** Characters of a text that are looked at: what is longer was not written to be searched by its words. */
const LONGEST_TEXT = 1000;

/** Letters that carry marks but don't come apart by normalisation, as people type them who lack the key. */
const PLAIN: ReadonlyMap<string, string> = new Map(
  Object.entries({ ø: 'o', đ: 'd', ð: 'd', ł: 'l', ħ: 'h', ŧ: 't', æ: 'ae', œ: 'oe', þ: 'th' }),
);
/** The second spelling of these letters: Müller is Muller to some keyboards and Mueller to e-mail addresses. */
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
/** The same at a fifth of the cost, for what almost all text is. */
const ASCII = /^[\x20-\x7e]*$/;
const ASCII_WORD = /[a-z0-9]+(?:'[a-z0-9]+)*/g;
const APOSTROPHES = /[\u2018\u2019\u02bc]/gu;
/** Written without spaces between words: a word may start at any letter. */
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
/** `#12`, also where it stands in a text: `(#12)`. */
const NUMBER = /^#0*(\d{1,15})$/u;
const NUMBERS = /#0*(\d{1,15})(?![\p{L}\p{N}])/gu;
const DIGITS = /^\d{1,15}$/u;

/** What a word has to start with, or be. */
export interface Alternative {
  readonly text: string;
  readonly isWhole: boolean;
}

/** Something that was searched for: found by any of these. */
export type Term = readonly Alternative[];

/** The words that something is found by, each once, in order; a number stands as `#12`. */
export function wordsOf(texts: readonly string[], number?: number): readonly string[] {
  const words = new Set<string>(number === undefined ? [] : [`#${number}`]);
  // Texts of one thing repeat each other: names, and addresses made of them.
  const chunks = new Set(texts.flatMap(chunksOf));
  for (const word of [...chunks].flatMap((chunk) => wordsIn(partsOf(chunk)))) {
    if (words.size < MOST_WORDS) words.add(word);
  }
  return [...words].toSorted();
}

const wordsIn = ({ local, domain }: Chunk): readonly string[] => [
  ...(domain === '' ? [] : [clip(`@${domain}`)]),
  ...[...local.matchAll(NUMBERS)].map(([, number = '']) => `#${number}`),
  ...tokensOf(local).flatMap((token) => [...indexed(token)]),
];

/** What is searched for; each term has to be found. Empty: the text has no word in it. */
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

/** The range of words that an alternative names; the end is not in it. */
export function rangeOf({ text, isWhole }: Alternative): readonly [from: string, to: string] {
  // No word holds a space, and none of what does is smaller.
  return [text, isWhole ? `${text} ` : (endOfPrefix(text) ?? `${text}\u{10ffff}`)];
}

const whole = (text: string): Alternative => ({ text, isWhole: true });
const start = (text: string): Alternative => ({ text, isWhole: false });

/** None of a token that is only marks. */
function termOf(token: string, dotted: string): readonly Term[] {
  const found = spellings(token.replaceAll("'", ''));
  const [plain = ''] = found;
  if (plain === '') return [];
  const term = [
    ...found.map((spelling) => start(clip(spelling))),
    ...(DIGITS.test(plain) ? [whole(`#${Number(plain)}`)] : []),
    // Who works at acme.com is found by acme and by acme.com, and not among all whose name starts with "ac".
    whole(clip(`@${plain}`)),
    start(clip(`@${plain}.`)),
    ...(dotted.includes('.') ? [start(clip(`@${dotted}`))] : []),
  ];
  return [term];
}

/** All the words that one token of a text is found by. */
function* indexed(token: string): Generator<string> {
  const [first = '', ...others] = token.split("'");
  for (const word of [first + others.join(''), ...others]) {
    for (const spelling of spellings(word)) {
      // What is only marks.
      if (spelling === '') continue;
      yield clip(spelling);
      if (!ASCII.test(spelling) && RUN.test(spelling)) yield* startsWithin(spelling);
    }
  }
}

/** 田中太郎 is found by 太郎 too. */
function* startsWithin(run: string): Generator<string> {
  const letters = [...run];
  for (let at = 1; at < letters.length; at += 1) {
    if (!/^\p{M}/u.test(letters[at] ?? '')) yield letters.slice(at, at + LONGEST_WORD).join('');
  }
}

interface Chunk {
  readonly local: string;
  /** What stands behind an @, folded. */
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

/** Words of a text, letters of different ways of writing apart. */
const tokensOf = (text: string): readonly string[] =>
  ASCII.test(text)
    ? (text.match(ASCII_WORD) ?? [])
    : [...text.matchAll(WORD)].flatMap(([token]) => token.match(PARTS) ?? []);

function lower(text: string): string {
  const enough = text.slice(0, LONGEST_TEXT);
  if (ASCII.test(enough)) return enough.toLowerCase();
  return enough
    .toWellFormed()
    .normalize('NFKC')
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .normalize('NFC')
    .replaceAll(APOSTROPHES, "'");
}

/** Without accents, and with umlauts spelled out where there are any. */
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
