import type { Endpoint } from '#http/endpoint.ts';
import { parseQueryInput } from '#http/input.ts';
import { LIST_LIMITS } from '#lists/index.ts';
import { linkEndpoint } from '#public-links/link-endpoint.ts';
import { searchList } from '#public-links/search-list.ts';
import type { VisitorDeps } from '#public-links/visitor-deps.ts';
import { PUBLIC_ROW_QUERY, PublicRows } from '#templates/index.ts';

/** GET /link/v1/list-rows: searches for rows of a public list that the form chooses from. */
export const listLinkRows = (deps: VisitorDeps): Endpoint =>
  linkEndpoint({
    method: 'GET',
    path: '/link/v1/list-rows',
    doc: {
      summary: 'Search a list of a public link',
      tag: 'Public links',
      description: `Sorted by label, at most ${LIST_LIMITS.publicHits} rows: type more to find others. A row whose key is the searched text comes first.`,
      query: PUBLIC_ROW_QUERY,
      responses: {
        200: { description: 'The first rows.', schema: PublicRows },
        400: { description: 'Too few characters, or a column that is not public.' },
        404: { description: 'The form has no such list, or the list is not public.' },
        410: 'link ended',
        429: {
          description:
            'The site or the link has reached its limit of searches. `reason` says which, and `endsAt` until when.',
        },
      },
    },
    async handle({ principal, query, ip }) {
      const asked = parseQueryInput(PUBLIC_ROW_QUERY, query);
      const rows = await searchList(deps, principal, ip, asked);
      const body: PublicRows = { items: rows.map((row) => ({ ...row })) };
      return { status: 200, body };
    },
  });
