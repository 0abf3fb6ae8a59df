import { integerParameter, PAGE_SIZE, pageCount, readInteger } from './list-parameters.ts';
import { oneParameter, type Query } from './query-parameter.ts';
import { invalidCount, invalidValue } from './scim-error.ts';

/** The requested page of a list: by index (RFC 7644 §3.4.2.4), the default, or by cursor (RFC 9865 §2). */
export type Paging =
  | {
      readonly method: 'index';
      /** At least 1. */
      readonly startIndex: number;
      /** 0 requests only the total. */
      readonly count: number;
    }
  | {
      readonly method: 'cursor';
      /** Undefined for the first page. */
      readonly cursor: string | undefined;
      readonly count: number;
      /** True when the request has a count, which must be the count of the first page. */
      readonly countGiven: boolean;
    };

/**
 * More characters than any cursor has: its key has at most 512 characters, some of which take six bytes in JSON;
 * sealed, 3,183 bytes are 4,244 characters.
 */
const MAX_CURSOR = 4_352;

const isGiven = (query: Query, name: string): boolean =>
  Object.hasOwn(query, name) && query[name] !== undefined && query[name] !== null;

function parseCursorPaging(query: Query): Paging {
  if (oneParameter(query, 'startIndex') !== undefined) {
    throw invalidValue('cursor', 'can not be given together with startIndex.');
  }
  const text = oneParameter(query, 'count');
  const count = text === undefined ? PAGE_SIZE.default : readInteger(text);
  if (count === undefined) throw invalidCount('is not an integer.');
  const cursor = oneParameter(query, 'cursor')?.slice(0, MAX_CURSOR);
  return { method: 'cursor', cursor, count: pageCount(count), countGiven: text !== undefined };
}

/**
 * Reads cursor, startIndex and count. A parameter `cursor`, even an empty one, requests cursors.
 * @throws ScimError 400 invalidValue; 400 invalidCount when a cursor is given
 */
export function parsePaging(query: Query): Paging {
  if (isGiven(query, 'cursor')) return parseCursorPaging(query);
  const startIndex = Math.max(1, integerParameter(query, 'startIndex', 1));
  const count = pageCount(integerParameter(query, 'count', PAGE_SIZE.default));
  return { method: 'index', startIndex, count };
}
