import { actorOfCall } from '#form-basics/index.ts';
import { operation } from '#http/operation.ts';
import { makeLink } from '#public-links/make-link.ts';
import { NEW_LINK } from '#public-links/public-link.ts';
import type { PublicLinksDeps } from '#public-links/public-links-deps.ts';
import { requireTemplateRight } from '#templates/index.ts';
import { toLinkItems } from './link-item.ts';
import { readLinkSettings } from './link-settings.ts';
import { NewPublicLink, PublicLinkItem } from './public-link.shapes.ts';

/** POST /templates/:id/links: makes a public link to a published template. */
export const postPublicLink = (deps: PublicLinksDeps) =>
  operation({
    method: 'POST',
    path: '/templates/:id/links',
    right: 'templates',
    role: 'designer',
    etag: 'none',
    body: NewPublicLink,
    doc: {
      summary: 'Create a public link',
      tag: 'Public links',
      idempotent: true,
      responses: {
        201: { description: 'The link.', schema: PublicLinkItem },
        403: {
          description:
            'The user does not manage the template, or no admin has turned public links on.',
          codes: ['public-links-off'],
        },
        404: 'no template',
        409: {
          description:
            'The template is not published, or chooses from a shared list that is not public.',
        },
      },
    },
    async handle(call) {
      const { db, directory } = deps;
      const { id } = call.params;
      const { accountCode, accountId } = call.principal;
      const by = { ...actorOfCall(call), accountCode };
      // Hashing the code is expensive, so it is done only for users who may create the link.
      await requireTemplateRight(db.reader, directory, by, id, 'manage');
      const settings = {
        ...NEW_LINK,
        ...(await readLinkSettings(deps, accountId, call.body)),
      };
      const target = `POST /v2/templates/${id}/links`;
      const body = await deps.idempotency.once(call.api, target, async (tx) => {
        const link = await makeLink(deps, tx, by, id, settings);
        const [item] = await toLinkItems(deps, tx, accountId, [link]);
        return item;
      });
      return { status: 201, body };
    },
  });
