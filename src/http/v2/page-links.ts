import { badParameter } from './parameters.ts';

/** The longest query that links repeat, in characters as encoded: four links share one header. */
const MAX_REPEATED_LENGTH = 3000;

export interface Page {
  readonly pageNumber: number;
  readonly pageSize: number;
  /** The number of members in the whole list; undefined where counting them would cost too much. */
  readonly total: number | undefined;
  /** The sealed position at which this page ends; undefined on the last page. */
  readonly next: string | undefined;
}

/**
 * Returns `X-Total-Count`, and `Link` (RFC 8288) with first, previous, next and last as far as they exist. Every link
 * repeats all parameters of the request. `next` also carries the position to continue from, so that a client that
 * follows it gets every form once, whatever is written meanwhile.
 * @param address absolute URL of the list, without a query
 */
export function pageHeaders(
  address: string,
  query: URLSearchParams,
  page: Page,
): Readonly<Record<string, string>> {
  const { pageNumber, total, next } = page;
  const last = total === undefined ? undefined : lastPage(total, page.pageSize);
  const link = (rel: string, number: number, after?: string) =>
    `<${address}?${queryOf(query, number, page.pageSize, after)}>; rel="${rel}"`;
  const links = [
    link('first', 1),
    ...(pageNumber > 1 ? [link('previous', Math.min(pageNumber - 1, last ?? pageNumber))] : []),
    ...(next === undefined ? [] : [link('next', pageNumber + 1, next)]),
    ...(last === undefined ? [] : [link('last', last)]),
  ];
  return {
    ...(total !== undefined && { 'x-total-count': String(total) }),
    link: links.join(', '),
  };
}

/** @throws AppError `invalid-parameter` when the query is too long for the links to repeat. */
export function checkQueryLength(query: URLSearchParams): void {
  const repeated = new URLSearchParams(query);
  for (const name of spellings(repeated, 'after')) repeated.delete(name);
  if (repeated.toString().length <= MAX_REPEATED_LENGTH) return;
  throw badParameter(
    'query',
    `all parameters together may be at most ${MAX_REPEATED_LENGTH} characters, percent-encoded.`,
  );
}

function lastPage(total: number, pageSize: number): number {
  return Math.max(1, Math.ceil(total / pageSize));
}

function queryOf(
  query: URLSearchParams,
  pageNumber: number,
  pageSize: number,
  after: string | undefined,
): string {
  const repeated = new URLSearchParams(query);
  for (const name of spellings(repeated, 'after')) repeated.delete(name);
  replace(repeated, 'pageNumber', pageNumber);
  replace(repeated, 'pageSize', pageSize);
  if (after !== undefined) repeated.set('after', after);
  return repeated.toString();
}

/** Keeps the position and the spelling of a parameter that the client sent. */
function replace(query: URLSearchParams, name: string, value: number): void {
  query.set(spellings(query, name)[0] ?? name, String(value));
}

function spellings(query: URLSearchParams, name: string): readonly string[] {
  return [...query.keys()].filter((key) => key.toLowerCase() === name.toLowerCase());
}
