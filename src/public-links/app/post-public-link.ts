import { actorIn } from '#form-basics/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { makeLink } from '#public-links/make-link.ts';
import { NEW_LINK } from '#public-links/public-link.ts';
import type { PublicLinksDeps } from '#public-links/public-links-deps.ts';
import { requireTemplateRight } from '#templates/index.ts';
import { toLinkItems } from './link-item.ts';
import { readLinkSettings } from './link-settings.ts';
import { NewPublicLink, PublicLinkItem } from './public-link.shapes.ts';

/** POST /app/v1/templates/:id/links: makes a public link to a published template. */
export const postPublicLink = (deps: PublicLinksDeps): Endpoint =>
  appEndpoint({
    method: 'POST',
    path: '/app/v1/templates/:id/links',
    role: 'designer',
    body: NewPublicLink,
    doc: {
      summary: 'Create a public link',
      tag: 'Public links',
      responses: {
        201: { description: 'The link.', schema: PublicLinkItem },
        404: 'no template',
        409: {
          description:
            'The template is not published, or chooses from a shared list that is not public.',
        },
      },
    },
    async handle(request) {
      const { db, directory } = deps;
      const { id } = request.params;
      const { accountCode, accountId } = request.principal;
      const by = { ...actorIn(request), accountCode };
      // Hashing the code is expensive, so it is done only for users who may create the link.
      await requireTemplateRight(db.reader, directory, by, id, 'manage');
      const settings = {
        ...NEW_LINK,
        ...(await readLinkSettings(deps, request.principal.accountId, request.body)),
      };
      const body = await db.transaction(async (tx) => {
        const link = await makeLink(deps, tx, by, id, settings);
        const [item] = await toLinkItems(deps, tx, accountId, [link]);
        return item;
      });
      return { status: 201, body };
    },
  });
