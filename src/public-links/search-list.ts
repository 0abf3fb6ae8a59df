import type { LinkPrincipal } from '#http/endpoint.ts';
import { type AppError, fail } from '#kernel/errors.ts';
import { LIST_LIMITS, type List, type PublicRow } from '#lists/index.ts';
import { requireOpen } from './require-open.ts';
import { readVisit } from './visit.ts';
import type { VisitorDeps } from './visitor-deps.ts';

export interface ListSearch {
  /** The id of the list. */
  readonly list: string;
  readonly q: string;
  readonly column?: string | undefined;
  readonly value?: string | undefined;
}

/**
 * Searches a public list of the form of a link. A list of another form and one that is not public are both unknown.
 * @throws AppError those of {@link requireOpen}, `invalid-parameter`, `too-many-requests`, `not-found`,
 * `query-too-slow`, `busy`
 */
export async function searchList(
  deps: VisitorDeps,
  by: LinkPrincipal,
  ip: string,
  { list: id, q, column, value = '' }: ListSearch,
): Promise<readonly PublicRow[]> {
  const { db, clock, sendLimits, lists: searching } = deps;
  if ([...q.trim()].length < LIST_LIMITS.publicTyped) throw tooShort();
  const { link, lists } = await readVisit(db.reader, by, clock.now());
  await requireOpen(db.reader, link, clock.now());
  await sendLimits.countSearch(link.id, ip);
  const list = lists.get(id.toLowerCase());
  if (list === undefined) throw fail('not-found', 'The form of this link has no such list.');
  if (column !== undefined) requirePublic(list, column);
  return await searching.searchPublicRows(list, {
    text: q,
    ...(column !== undefined && { filter: { column, value } }),
  });
}

const tooShort = (): AppError =>
  fail('invalid-parameter', `q must have at least ${LIST_LIMITS.publicTyped} characters.`, {
    at: 'q',
    because: { reason: 'length', min: LIST_LIMITS.publicTyped, limit: 200 },
  });

function requirePublic({ columns, publicColumns }: List, column: string): void {
  const allowed = columns
    .slice(0, LIST_LIMITS.searched)
    .flatMap(({ key }) => (publicColumns.includes(key) ? [key] : []));
  if (allowed.includes(column)) return;
  throw fail('invalid-parameter', `column must be one of ${allowed.join(', ')}.`, {
    at: 'column',
    because: { reason: 'not-allowed', allowed: allowed.join(', ') },
  });
}
