import { Type } from 'typebox';
import { requireJsonAccepted } from '#http/accept.ts';
import { ifNoneMatch, strongEtag } from '#http/conditional.ts';
import type { Reply, Request } from '#http/endpoint.ts';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from './parameters.ts';

/**
 * Makes the answer to a read: JSON with a strong ETag over it, or 304 when the client has it already.
 * @throws AppError `not-acceptable` when the client does not take JSON.
 */
export function replyWith(
  request: Pick<Request, 'headers'>,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): Reply {
  requireJsonAccepted(request.headers['accept']);
  const body = JSON.stringify(value);
  // The total is part of the tag: a client that keeps its copy also keeps the right total.
  const etag = strongEtag(`${headers['x-total-count'] ?? ''}\n${body}`);
  const all = { ...headers, etag };
  return ifNoneMatch(request.headers['if-none-match'], etag)
    ? { status: 304, headers: all }
    : { status: 200, headers: all, body };
}

/** The OpenAPI descriptions of the headers of a page. */
export const PAGE_HEADERS = {
  'X-Total-Count': 'The number of items on all pages together.',
  Link: 'Absolute URLs of the first, previous, next and last page, if they exist (RFC 8288).',
} as const;

/** Parameters that every /v2 list takes. */
export const PAGE_PARAMETERS = {
  pageNumber: Type.Optional(
    Type.Integer({
      minimum: 1,
      default: 1,
      description: 'A page after the last one is an empty list.',
    }),
  ),
  pageSize: Type.Optional(
    Type.Integer({
      minimum: 1,
      default: DEFAULT_PAGE_SIZE,
      description: `More than ${MAX_PAGE_SIZE} is ${MAX_PAGE_SIZE}.`,
    }),
  ),
  after: Type.Optional(
    Type.String({ description: 'Part of the next link in Link. Do not create it yourself.' }),
  ),
} as const;
