import { checkName } from '#form-basics/index.ts';
import { fail } from '#kernel/errors.ts';
import { isStorable } from '#kernel/text.ts';
import type { LinkSettings } from './public-link.ts';

/** The longest name of a link, in characters. */
export const MAX_LINK_NAME = 100;

/** @throws AppError `invalid-value` when a link would end before it begins */
export function checkPeriod({
  opensAt,
  closesAt,
}: Pick<LinkSettings, 'opensAt' | 'closesAt'>): void {
  if (opensAt === undefined || closesAt === undefined || opensAt < closesAt) return;
  throw fail('invalid-value', 'The link must end after it begins.', {
    at: 'closesAt',
    because: { reason: 'ends-before-begin' },
  });
}

/** Returns the name without outer spaces. @throws AppError `invalid-value`. */
export const checkLinkName = (name: string): string => checkName(name, MAX_LINK_NAME);

/** Returns the text; undefined for an empty one. @throws AppError `invalid-value`. */
export function checkThankYou(text: string | null): string | undefined {
  const trimmed = text?.trim() ?? '';
  if (!isStorable(trimmed)) {
    throw fail('invalid-value', 'The text contains characters that cannot be stored.', {
      at: 'thankYou',
      because: { reason: 'not-storable' },
    });
  }
  return trimmed === '' ? undefined : trimmed;
}
