import { DEFAULT_LIMIT, openCursor, toPage } from '#http/app/list-page.ts';
import { operation } from '#http/operation.ts';
import { listLinks, readLinksAllowed } from '#public-links/public-link.store.ts';
import type { PublicLinksDeps } from '#public-links/public-links-deps.ts';
import {
  asksForPeople,
  describeClosed,
  findVersion,
  requireTemplateRight,
} from '#templates/index.ts';
import { toLinkItems } from './link-item.ts';
import { PUBLIC_LINK_QUERY, PublicLinkList } from './public-link.shapes.ts';

/** GET /templates/:id/links: returns the public links of a template, the newest first. */
export const listPublicLinks = (deps: PublicLinksDeps) =>
  operation({
    method: 'GET',
    path: '/templates/:id/links',
    right: 'templates',
    role: 'designer',
    etag: 'content',
    query: PUBLIC_LINK_QUERY,
    doc: {
      summary: 'List the public links of a template',
      tag: 'Public links',
      responses: {
        200: { description: 'A page of links.', schema: PublicLinkList },
        304: 'not modified',
        404: 'no template',
      },
    },
    async handle({ principal, params, query }) {
      const { db, directory, seal } = deps;
      const { accountId } = principal;
      const { limit = DEFAULT_LIMIT, cursor } = query;
      const template = await requireTemplateRight(
        db.reader,
        directory,
        principal,
        params.id,
        'manage',
      );
      const { id } = template;
      const version = await findVersion(db.reader, accountId, template.currentVersionId ?? '');
      const context = { list: 'public-links', accountId, terms: [id] };
      const [before] = openCursor(seal, context, cursor) ?? [];
      const links = await listLinks(db.reader, accountId, id, { before, limit: limit + 1 });
      const items = await toLinkItems(deps, db.reader, accountId, links);
      const page = toPage(seal, context, items, limit, {
        positionOf: (item) => [item.id],
        toItem: (item) => item,
      });
      const body: PublicLinkList = {
        allowed: await readLinksAllowed(db.reader, accountId),
        lists: version
          ? [...(await describeClosed(deps, db.reader, principal, version.definition))]
          : [],
        people: version !== undefined && asksForPeople(version.definition),
        ...page,
      };
      return { status: 200, body };
    },
  });
