import { actorOfCall } from '#form-basics/index.ts';
import { operation } from '#http/operation.ts';
import { changeLink } from '#public-links/change-link.ts';
import { requireManagedLink } from '#public-links/find-link.ts';
import type { PublicLinksDeps } from '#public-links/public-links-deps.ts';
import { toLinkItems } from './link-item.ts';
import { readLinkSettings } from './link-settings.ts';
import { PublicLinkChange, PublicLinkItem } from './public-link.shapes.ts';

/** PATCH /public-links/:id: changes, pauses or ends a public link. */
export const patchPublicLink = (deps: PublicLinksDeps) =>
  operation({
    method: 'PATCH',
    path: '/public-links/:id',
    right: 'templates',
    role: 'designer',
    etag: 'none',
    body: PublicLinkChange,
    doc: {
      summary: 'Change a public link',
      tag: 'Public links',
      responses: {
        200: { description: 'As it is now.', schema: PublicLinkItem },
        404: 'no link',
        410: { description: 'The link has ended, which is final.' },
        412: { description: 'Another user changed the link. `currentRevision` is its revision.' },
      },
    },
    async handle(call) {
      const { db, directory } = deps;
      const { id } = call.params;
      const { state, revision: ifRevision, ...changes } = call.body;
      const by = actorOfCall(call);
      // Hashing the code is expensive, so it is done only for users who may change the link.
      await requireManagedLink(db.reader, directory, by, id);
      const settings = await readLinkSettings(deps, by.accountId, changes);
      const body = await db.transaction(async (tx) => {
        const changed = { state, ifRevision, settings };
        const link = await changeLink(deps, tx, by, id, changed);
        const [item] = await toLinkItems(deps, tx, by.accountId, [link]);
        return item;
      });
      return { status: 200, body };
    },
  });
