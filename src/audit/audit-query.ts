import { parseMoment } from '#http/v2/date-time.ts';
import { badParameter, readKnown, readPageNumber, readPageSize } from '#http/v2/parameters.ts';
import { isStorable, MAX_KEY_LENGTH } from '#kernel/text.ts';
import type { AuditFilter } from './audit-list.ts';

/** Deeper pages are reached by the `next` links, or by `from` and `to`. */
const MAX_OFFSET = 100_000;

const NAMES = [
  'pageNumber',
  'pageSize',
  'after',
  'from',
  'to',
  'action',
  'userId',
  'credentialId',
  'targetType',
  'targetId',
  'result',
  'ip',
] as const;

/** The validated parameters of a request for a page of the audit log. */
export interface AuditQuery {
  readonly pageNumber: number;
  readonly pageSize: number;
  /** The sealed position where the previous page ended. */
  readonly after: string | undefined;
  readonly filter: AuditFilter;
}

/** @throws AppError `invalid-parameter` naming the parameter and the values that it allows. */
export function parseAuditQuery(query: URLSearchParams): AuditQuery {
  const parameters = readKnown(query, NAMES);
  const pageNumber = readPageNumber(parameters);
  const pageSize = readPageSize(parameters);
  const after = parameters.get('after');
  if (after === undefined && (pageNumber - 1) * pageSize > MAX_OFFSET) {
    throw badParameter(
      'pageNumber',
      `the first ${MAX_OFFSET} events can be reached by number. Follow the next links of Link, or narrow the time with from and to.`,
    );
  }
  return {
    pageNumber,
    pageSize,
    after,
    filter: readAuditFilter(parameters),
  };
}

/** A source of filter parameters. */
interface FilterParameters {
  get(name: keyof AuditFilter): string | undefined;
}

/** @throws AppError `invalid-parameter` naming the parameter and the values that it allows. */
export function readAuditFilter(parameters: FilterParameters): AuditFilter {
  return {
    from: readTime(parameters, 'from'),
    to: readTime(parameters, 'to'),
    action: readText(parameters, 'action'),
    userId: readText(parameters, 'userId'),
    credentialId: readText(parameters, 'credentialId'),
    targetType: readText(parameters, 'targetType'),
    targetId: readText(parameters, 'targetId'),
    result: readResult(parameters.get('result')),
    ip: readText(parameters, 'ip'),
  };
}

function readTime(parameters: FilterParameters, name: 'from' | 'to'): number | undefined {
  const text = parameters.get(name);
  if (text === undefined) return undefined;
  const moment = parseMoment(text);
  if (moment) return moment.ticks > 0 ? moment.ms + 1 : moment.ms;
  throw badParameter(name, 'this must be a date or a time, for instance 2026-01-31T09:05:00Z.', {
    reason: 'time',
  });
}

function readText(parameters: FilterParameters, name: keyof AuditFilter): string | undefined {
  const text = parameters.get(name);
  if (text === undefined || (text.length <= MAX_KEY_LENGTH && isStorable(text))) return text;
  throw badParameter(name, `this must be text of at most ${MAX_KEY_LENGTH} characters.`, {
    reason: 'too-long',
    limit: MAX_KEY_LENGTH,
  });
}

function readResult(text: string | undefined): AuditFilter['result'] {
  if (text === undefined || text === 'ok' || text === 'refused') return text;
  throw badParameter('result', 'this must be ok or refused.');
}
