import { type Because, fail } from '#kernel/errors.ts';
import { fold, isStorable, MAX_KEY_LENGTH } from '#kernel/text.ts';

export const DEFAULT_PATTERN = '{template} {number}';
/** The longest name of a form, in characters. */
export const MAX_FORM_NAME_LENGTH = 255;
const MAX_PATTERN_LENGTH = 200;

/** The values of the placeholders in a naming pattern. */
export interface NameValues {
  readonly template: string;
  readonly number: number;
  /** The time of creation in milliseconds; its day in UTC is used. */
  readonly at: number;
  /** The display name of the creator. */
  readonly user: string;
}

const PLACEHOLDERS: ReadonlyMap<string, (values: NameValues) => string> = new Map([
  ['template', ({ template }) => template],
  ['number', ({ number }) => String(number)],
  ['date', ({ at }) => new Date(at).toISOString().slice(0, 10)],
  ['user', ({ user }) => user],
]);
const PART = /\{([^{}]*)\}/g;

/**
 * Returns a valid pattern. @throws AppError `invalid-value` for a pattern with unknown placeholders or a wrong length.
 */
export function checkPattern(pattern: string): string {
  if (pattern.trim() === '' || pattern.length > MAX_PATTERN_LENGTH || !isStorable(pattern)) {
    throw wrong(`namePattern must be text of 1 to ${MAX_PATTERN_LENGTH} characters.`, {
      reason: 'length',
      min: 1,
      limit: MAX_PATTERN_LENGTH,
    });
  }
  for (const [whole, name = ''] of pattern.matchAll(PART)) {
    if (PLACEHOLDERS.has(name)) continue;
    throw wrong(`namePattern has no placeholder ${whole}. Use ${known()}.`, {
      reason: 'placeholder',
      value: whole,
      allowed: known(),
    });
  }
  const brace = pattern.replaceAll(PART, (part) => ' '.repeat(part.length)).search(/[{}]/);
  if (brace >= 0) {
    throw wrong(
      `The brace at position ${brace + 1} of namePattern belongs to no placeholder. Use ${known()}.`,
      { reason: 'brace', position: brace + 1, allowed: known() },
    );
  }
  return pattern;
}

/** Returns the name that a checked pattern gives, cut to the longest allowed name. */
export function fillPattern(pattern: string, values: NameValues): string {
  const name = pattern.replaceAll(
    PART,
    (_, part: string) => PLACEHOLDERS.get(part)?.(values) ?? '',
  );
  return clip(name.trim());
}

// A folded key can be three times as long as the name (U+FB03), and keys have a limit.
function clip(name: string): string {
  const cut = name.slice(0, MAX_FORM_NAME_LENGTH);
  const fits = fold(cut).length <= MAX_KEY_LENGTH ? cut : cut.slice(0, MAX_KEY_LENGTH / 3);
  // The cut may split a surrogate pair; its first half is dropped.
  return fits.replace(/[\ud800-\udbff]$/, '').trimEnd();
}

function known(): string {
  return [...PLACEHOLDERS.keys()].map((name) => `{${name}}`).join(', ');
}

function wrong(detail: string, because: Because) {
  return fail('invalid-value', detail, { at: 'namePattern', because });
}
