import { type Because, fail } from '#kernel/errors.ts';
import { isStorable } from '#kernel/text.ts';
import { fieldOf, KNOWN_PARTS, MAX_PATTERN_LENGTH, PART, placeholderFor } from './name-pattern.ts';

/**
 * Returns a valid pattern. @throws AppError `invalid-value` for a pattern with unknown placeholders or a wrong length.
 * @param fields the names of the fields whose answers it may contain
 */
export function checkPattern(pattern: string, fields: readonly string[] = []): string {
  if (pattern.trim() === '' || pattern.length > MAX_PATTERN_LENGTH || !isStorable(pattern)) {
    throw wrong(`namePattern must be text of 1 to ${MAX_PATTERN_LENGTH} characters.`, {
      reason: 'length',
      min: 1,
      limit: MAX_PATTERN_LENGTH,
    });
  }
  const allowed = known(fields);
  for (const [whole, part = ''] of pattern.matchAll(PART)) {
    const field = fieldOf(part);
    if (field === undefined || fields.includes(field)) continue;
    throw wrong(`namePattern has no placeholder ${whole}. Use ${allowed}.`, {
      reason: 'placeholder',
      value: whole,
      allowed,
    });
  }
  const brace = pattern.replaceAll(PART, (part) => ' '.repeat(part.length)).search(/[{}]/);
  if (brace >= 0) {
    throw wrong(
      `The brace at position ${brace + 1} of namePattern belongs to no placeholder. Use ${allowed}.`,
      { reason: 'brace', position: brace + 1, allowed },
    );
  }
  return pattern;
}

/** The most fields that an error lists. */
const MOST_LISTED = 20;

function known(fields: readonly string[]): string {
  const listed = fields.slice(0, MOST_LISTED).map(placeholderFor);
  const more = fields.length > listed.length ? ` and ${fields.length - listed.length} more` : '';
  return [...KNOWN_PARTS, ...listed].join(', ') + more;
}

function wrong(detail: string, because: Because) {
  return fail('invalid-value', detail, { at: 'namePattern', because });
}
