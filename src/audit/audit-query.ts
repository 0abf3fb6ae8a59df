import { parseMoment } from '#http/v2/date-time.ts';
import { badParameter } from '#http/v2/parameters.ts';
import { isStorable, MAX_KEY_LENGTH } from '#kernel/text.ts';
import type { AuditFilter, SentAuditFilter } from './audit-list.ts';

/** @throws AppError `invalid-parameter` naming the parameter and the values that it allows. */
export function readAuditFilter({ from, to, result, ...texts }: SentAuditFilter): AuditFilter {
  for (const [name, text] of Object.entries(texts)) requireShort(name, text);
  return { from: readTime(from, 'from'), to: readTime(to, 'to'), ...texts, result };
}

function readTime(text: string | undefined, name: string): number | undefined {
  if (text === undefined) return undefined;
  const moment = parseMoment(text);
  if (moment) return moment.ticks > 0 ? moment.ms + 1 : moment.ms;
  throw badParameter(name, 'this must be a date or a time, for instance 2026-01-31T09:05:00Z.', {
    reason: 'time',
  });
}

function requireShort(name: string, text = ''): void {
  if (text.length <= MAX_KEY_LENGTH && isStorable(text)) return;
  throw badParameter(name, `this must be text of at most ${MAX_KEY_LENGTH} characters.`, {
    reason: 'too-long',
    limit: MAX_KEY_LENGTH,
  });
}
