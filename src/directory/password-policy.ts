import { fail } from '#kernel/errors.ts';
import { fold } from '#kernel/text.ts';
import { COMMON_PASSWORDS } from './common-passwords.ts';

export interface PasswordContext {
  readonly userName?: string | undefined;
  readonly accountName?: string | undefined;
  /** 15 for people choosing one here, 8 for one that arrives over SCIM. */
  readonly minLength: number;
}

/** What a guessable piece counts as: one character that is nothing else. */
const PIECE = '\u{E000}';
const SHORTEST_CONTEXT_WORD = 4;
const FEWEST_OWN = 5;

/**
 * Length and guessability, nothing else: no rules about kinds of characters (NIST SP 800-63B-4).
 * @throws AppError `password-policy` saying what would do
 */
export function checkPolicy(password: string, context: PasswordContext): void {
  const { minLength } = context;
  if ([...password].length < minLength) {
    throw fail('password-policy', `A password needs at least ${minLength} characters.`, {
      at: 'password',
    });
  }
  if (ownCharacters(password, context) >= Math.max(FEWEST_OWN, Math.floor(minLength / 2))) return;
  throw fail(
    'password-policy',
    'This password is easy to guess: it is made of common passwords, of names of the user or the ' +
      'organisation, or of repeated or consecutive characters. Use several unrelated words.',
    { at: 'password' },
  );
}

/** How many characters are left when each guessable piece, repeat and sequence counts once. */
function ownCharacters(password: string, context: PasswordContext): number {
  let text = fold(password).replaceAll(/\s/g, '');
  for (const word of [...contextWords(context), ...BLOCKED]) text = text.replaceAll(word, PIECE);
  return countSteps([...onePeriod(text)]);
}

const BLOCKED = ['formstead', ...COMMON_PASSWORDS].sort((a, b) => b.length - a.length);

function contextWords({ userName = '', accountName = '' }: PasswordContext): readonly string[] {
  const whole = [userName, accountName].map(fold);
  const parts = whole.flatMap((text) => text.split(/[^\p{L}\p{N}]+/u));
  return [...whole.map((text) => text.replaceAll(/\s/g, '')), ...parts]
    .filter((word) => word.length >= SHORTEST_CONTEXT_WORD)
    .sort((a, b) => b.length - a.length);
}

/** `abcabcabc` is `abc`. */
function onePeriod(text: string): string {
  const period = `${text}${text}`.indexOf(text, 1);
  return text.slice(0, period);
}

/** Counts characters but those that repeat the one before or go on with a run such as 1234 or dcba. */
function countSteps(characters: readonly string[]): number {
  const codes = characters.map((character) => character.codePointAt(0) ?? 0);
  const step = (i: number): number => (codes[i] ?? 0) - (codes[i - 1] ?? 0);
  return codes.filter((_, i) => {
    if (i === 0) return true;
    if (step(i) === 0) return characters[i] === PIECE;
    return i === 1 || Math.abs(step(i)) !== 1 || step(i) !== step(i - 1);
  }).length;
}
