import type { Static } from 'typebox';
import { fail } from '#kernel/errors.ts';
import type { RetentionTermsBody } from './retention.shapes.ts';
import { MAX_DAYS, type RetentionTerms } from './retention.ts';

/** Returns the terms of a body; undefined for `keep`. @throws AppError `invalid-retention` when days are missing */
export function readTerms({
  action,
  days,
  countedFrom = 'completion',
  fields = [],
  location = false,
}: Static<typeof RetentionTermsBody>): RetentionTerms | undefined {
  if (action === 'keep') return undefined;
  if (days !== undefined) return { action, days, countedFrom, fields, location };
  throw fail('invalid-retention', `days is missing. Send a whole number from 1 to ${MAX_DAYS}.`, {
    at: 'days',
    because: { reason: 'range', min: 1, max: MAX_DAYS },
  });
}
