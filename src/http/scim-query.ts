/**
 * Writes `+` in filters as `%2B` where it can only be a plus: a filter whose spaces are `%20` and which has `+` in strings
 * alone. encodeURI and URI builders of several platforms leave `+` as it is, and form decoding would make a space of
 * `ada+tag@example.org` (appsmith#25452).
 * @param query without its question mark, as sent
 */
export const withLiteralPluses = (query: string): string =>
  query.includes('+') && query.includes('%20') ? query.replaceAll(FILTER, literalPluses) : query;

const FILTER = /(?<=(?:^|&)filter=)[^&]*/gi;
/** A string of a filter; one without a closing quote extends to the end. */
const STRING = /"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)/g;

function literalPluses(filter: string): string {
  if (!filter.includes('%20')) return filter;
  try {
    const text = decodeURIComponent(filter.replaceAll(/%(?![\da-f]{2})/gi, '%25'));
    const outside = text.replaceAll(STRING, '');
    return outside.includes('+') ? filter : filter.replaceAll('+', '%2B');
  } catch {
    return filter; // The parser of the query refuses what is not UTF-8.
  }
}
