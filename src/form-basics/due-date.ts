import { Type } from 'typebox';
import { parseMoment } from '#http/v2/date-time.ts';
import { fail } from '#kernel/errors.ts';

/** When a form is due, as requests say it. */
export const DueDate = Type.Union(
  [
    Type.String({
      maxLength: 40,
      description:
        'An ISO 8601 date and time, such as `2026-01-31T17:00:00+01:00`. A draft is late from then on; it can still be completed.',
    }),
    Type.Null(),
  ],
  { description: '`null`: never due.' },
);

/**
 * Returns when a form is due, in milliseconds; `null` for never, undefined if the request does not say.
 * @param at the member of the request
 * @throws AppError `invalid-value`
 */
export function readDueDate(
  text: string | null | undefined,
  at: string,
): number | null | undefined {
  if (text === undefined || text === null) return text;
  // A date alone would be due at midnight in Greenwich, which nobody means.
  const moment = text.includes('T') || text.includes('t') ? parseMoment(text) : undefined;
  if (moment !== undefined) return moment.ms;
  throw fail(
    'invalid-value',
    `${at} must be a date with a time, such as 2026-01-31T17:00:00+01:00, or null.`,
    { at, because: { reason: 'time' } },
  );
}
