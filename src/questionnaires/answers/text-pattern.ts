// Patterns for short texts: presets and masks. No author writes a regular expression, because one such as ^(a+)+$ blocks
// a thread forever. Every check takes time that grows linearly with the text. Browsers load this file too.

export const PRESETS = ['digits', 'letters', 'letters-digits', 'iban'] as const;
export type Preset = (typeof PRESETS)[number];

/** The longest mask, in characters. */
export const MAX_MASK_LENGTH = 40;

/** What a text must look like. Each member is left out when it does not apply. */
export interface TextPattern {
  readonly preset?: Preset;
  /** `9` stands for a digit, `a` for a letter, `#` for either; `\` makes the next character stand for itself. */
  readonly mask?: string;
}

/** The names of the rules that a text can break. */
export type PatternRule = Preset | 'mask';

const TESTS: Readonly<Record<Preset, (text: string) => boolean>> = {
  digits: (text) => /^[0-9]+$/.test(text),
  // Names of people and towns: with spaces, hyphens, apostrophes and points.
  letters: (text) => /^[\p{L}\p{M} .'’-]+$/u.test(text),
  'letters-digits': (text) => /^[\p{L}\p{M}0-9]+$/u.test(text),
  iban: isIban,
};

export const presetOf = (value: unknown): Preset | undefined =>
  PRESETS.find((preset) => preset === value);

/** Returns the rule that a text breaks; undefined when it breaks none. An empty text breaks none. */
export function brokenPattern(
  { preset, mask }: TextPattern,
  text: string,
): PatternRule | undefined {
  if (text === '') return undefined;
  if (preset !== undefined && !TESTS[preset](text)) return preset;
  return mask === undefined || fitsMask(mask, text) ? undefined : 'mask';
}

interface Slot {
  readonly kind: 'digit' | 'letter' | 'either' | 'literal';
  readonly text: string;
}

const KINDS: ReadonlyMap<string, Slot['kind']> = new Map([
  ['9', 'digit'],
  ['a', 'letter'],
  ['#', 'either'],
]);

function slotsOf(mask: string): readonly Slot[] {
  const slots: Slot[] = [];
  const characters = [...mask];
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at] ?? '';
    const next = characters[at + 1];
    if (character === '\\' && next !== undefined) {
      slots.push({ kind: 'literal', text: next });
      at += 1;
    } else slots.push({ kind: KINDS.get(character) ?? 'literal', text: character });
  }
  return slots;
}

/** Returns whether a mask asks for anything: at least one digit or letter. */
export const asksSomething = (mask: string): boolean =>
  slotsOf(mask).some(({ kind }) => kind !== 'literal');

const DIGIT = /^[0-9]$/;
const LETTER = /^\p{L}$/u;

function fitsMask(mask: string, text: string): boolean {
  const slots = slotsOf(mask);
  // NFC: a letter that a keyboard sends as two characters is one letter.
  const characters = [...text.normalize('NFC')];
  return (
    characters.length === slots.length &&
    slots.every(({ kind, text: literal }, i) => fits(kind, literal, characters[i] ?? ''))
  );
}

function fits(kind: Slot['kind'], literal: string, character: string): boolean {
  switch (kind) {
    case 'digit':
      return DIGIT.test(character);
    case 'letter':
      return LETTER.test(character);
    case 'either':
      return DIGIT.test(character) || LETTER.test(character);
    case 'literal':
      return character === literal;
  }
}

/** Returns a text that fits the mask: `AB-123` for `aa-999`. */
export function exampleOf(mask: string): string {
  let digits = 0;
  let letters = 0;
  return slotsOf(mask)
    .map(({ kind, text }) => {
      if (kind === 'literal') return text;
      if (kind === 'letter') return 'ABCDEFGHJKLMNPQRSTUVWXYZ'.charAt(letters++ % 24);
      return String((digits++ % 9) + 1);
    })
    .join('');
}

/** Checks an IBAN with its check digits (ISO 13616), with or without spaces. */
function isIban(text: string): boolean {
  if (text.length > 50) return false;
  const plain = text.replaceAll(' ', '').toUpperCase();
  if (!/^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$/.test(plain)) return false;
  let rest = 0;
  for (const character of plain.slice(4) + plain.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}
