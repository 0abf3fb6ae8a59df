import type { PasswordMinLength } from '#directory/rows/records.ts';
import { counted } from '#kernel/counted.ts';
import { type Because, fail } from '#kernel/errors.ts';
import { fold } from '#kernel/text.ts';
import { GUESSABLE_WORDS } from './guessable-words.ts';
import { isListedPassword, type ListedPasswords } from './listed-passwords.ts';

export const DEFAULT_MIN_LENGTH: PasswordMinLength = { web: 15, scim: 8 };

/** The rules for the passwords of one account. */
export interface PasswordPolicy {
  /**
   * @param names the names of the user: userName, e-mail addresses, names that others use
   * @throws AppError `password-policy` that says what would be accepted
   */
  check(password: string, names: readonly string[]): void;
}

export interface PolicyRules {
  readonly minLength: number;
  readonly listed: ListedPasswords;
  /** Names of the organisation and of this site. */
  readonly names: readonly string[];
}

/** The character that replaces a guessable piece; it means nothing else. */
const PIECE = '\u{E000}';
const SHORTEST_CONTEXT_WORD = 4;
const FEWEST_OWN = 5;

const ADVICE = 'Use several unrelated words, or let a password manager make one.';

/** Creates a policy of length and guessability alone: no rules about kinds of characters (NIST SP 800-63B-4). */
export function createPolicy({ minLength, listed, names }: PolicyRules): PasswordPolicy {
  return {
    check(given, ofUser) {
      const password = given.normalize('NFC');
      if ([...password].length < minLength) {
        throw refusal(`A password needs at least ${counted(minLength, 'character')}. ${ADVICE}`, {
          reason: 'password-short',
          limit: minLength,
        });
      }
      const text = fold(password).replaceAll(/\s/g, '');
      if (isListedPassword(onePeriod(text), listed)) {
        throw refusal(
          `This password is on the list of the most common passwords, or very similar to one of them. ${ADVICE}`,
          { reason: 'password-common' },
        );
      }
      const fewest = Math.max(FEWEST_OWN, Math.floor(minLength / 2));
      if (ownCharacters(text, [...names, ...ofUser]) >= fewest) return;
      throw refusal(
        'This password is easy to guess. It consists of common passwords, of names of the user, the ' +
          `organisation or this site, or of repeated or consecutive characters. ${ADVICE}`,
        { reason: 'password-easy' },
      );
    },
  };
}

const refusal = (detail: string, because: Because): Error =>
  fail('password-policy', detail, { at: 'password', because });

/** Counts the characters that are left when each guessable piece, repeat and sequence counts once. */
function ownCharacters(text: string, names: readonly string[]): number {
  const words = [...contextWords(names), ...BLOCKED];
  const left = words.reduce((rest, word) => rest.replaceAll(word, PIECE), text);
  return countSteps([...onePeriod(left)]);
}

const BLOCKED = ['formstead', ...GUESSABLE_WORDS].sort((a, b) => b.length - a.length);

function contextWords(names: readonly string[]): readonly string[] {
  const whole = names.map(fold);
  const parts = whole.flatMap((text) => text.split(/[^\p{L}\p{N}]+/u));
  return [...whole.map((text) => text.replaceAll(/\s/g, '')), ...parts]
    .filter((word) => word.length >= SHORTEST_CONTEXT_WORD)
    .sort((a, b) => b.length - a.length);
}

/** Returns the part that a text repeats: `abc` for `abcabcabc`. */
function onePeriod(text: string): string {
  const period = `${text}${text}`.indexOf(text, 1);
  return text.slice(0, period);
}

/** Counts the characters, except those that repeat the one before or continue a run such as 1234 or dcba. */
function countSteps(characters: readonly string[]): number {
  const codes = characters.map((character) => character.codePointAt(0) ?? 0);
  const step = (i: number): number => (codes[i] ?? 0) - (codes[i - 1] ?? 0);
  return codes.filter((_, i) => {
    if (i === 0) return true;
    if (step(i) === 0) return characters[i] === PIECE;
    return i === 1 || Math.abs(step(i)) !== 1 || step(i) !== step(i - 1);
  }).length;
}
