import { fail } from '#kernel/errors.ts';
import { isStorable } from '#kernel/text.ts';
import type { Protocol } from './endpoint.ts';
import { withLiteralPluses } from './scim-query.ts';

/** The longest query string, in characters as sent. */
const MAX_QUERY_LENGTH = 32_768;

/** The most parameters: no list takes a tenth of them, and all are parsed before any is checked. */
const MAX_PARAMETERS = 200;

/**
 * Parses the query of a request target. A lone `%` is taken as it is; bytes that are not UTF-8 are refused.
 * @throws AppError `malformed-text` for text that no storage keeps, `invalid-parameter` when too long.
 */
export function parseQuery(url: string, protocol?: Protocol): URLSearchParams {
  const start = url.indexOf('?');
  if (start === -1) return new URLSearchParams();
  const text = url.slice(start + 1);
  if (text.length > MAX_QUERY_LENGTH) {
    throw fail('invalid-parameter', `The query is longer than ${MAX_QUERY_LENGTH} characters.`, {
      because: { reason: 'query-too-long', limit: MAX_QUERY_LENGTH },
    });
  }
  return parsePairs(protocol === 'scim' ? withLiteralPluses(text) : text, 'query');
}

/**
 * Parses `a=b&c=d`, percent-encoded as forms are. `where` names the source in errors.
 * @throws AppError `invalid-parameter` for too many, `malformed-text`
 */
export function parsePairs(text: string, where: string): URLSearchParams {
  if (countOf('&', text) >= MAX_PARAMETERS) {
    throw fail('invalid-parameter', `The ${where} has more than ${MAX_PARAMETERS} parameters.`, {
      because: { reason: 'too-many-parameters', limit: MAX_PARAMETERS },
    });
  }
  if (/%[89a-f]/i.test(text) && !isUtf8(text)) {
    throw fail('malformed-text', `The ${where} contains percent-encoded bytes that are not UTF-8.`);
  }
  const pairs = new URLSearchParams(text);
  for (const [name, value] of pairs) {
    if (isStorable(name) && isStorable(value)) continue;
    throw fail('malformed-text', `The ${where} contains a NUL character.`, {
      at: name.slice(0, 100),
    });
  }
  return pairs;
}

function isUtf8(text: string): boolean {
  try {
    decodeURIComponent(text.replaceAll(/%(?![0-9a-f]{2})/gi, '%25'));
    return true;
  } catch {
    return false;
  }
}

function countOf(character: string, text: string): number {
  let count = 0;
  for (let at = text.indexOf(character); at !== -1; at = text.indexOf(character, at + 1)) {
    count += 1;
  }
  return count;
}
