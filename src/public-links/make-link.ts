import type { Tx } from '#db/database.ts';
import { type FormActor, nextLinkId } from '#form-basics/index.ts';
import { fail } from '#kernel/errors.ts';
import {
  asksForPeople,
  closedLists,
  findVersion,
  lockTemplateWithRight,
} from '#templates/index.ts';
import { checkPeriod } from './check-settings.ts';
import { hashOf, makeLinkSecrets } from './link-token.ts';
import { insertLink, readLinksAllowed } from './public-link.store.ts';
import type { LinkSettings, PublicLink } from './public-link.ts';
import type { PublicLinksDeps } from './public-links-deps.ts';
import { off } from './require-open.ts';
import { linkContext } from './sealed-links.ts';

type Deps = Pick<PublicLinksDeps, 'directory' | 'ids' | 'clock' | 'random' | 'seal' | 'audit'>;

/**
 * Makes a link to a published template.
 * @throws AppError `forbidden`, `not-found`, `public-links-off`, `template-state`, `invalid-value`.
 */
export async function makeLink(
  { directory, ids, clock, random, seal, audit }: Deps,
  tx: Tx,
  by: FormActor & { readonly accountCode: string },
  templateId: string,
  settings: LinkSettings,
): Promise<PublicLink> {
  const { accountId } = by;
  const template = await lockTemplateWithRight(tx, directory, by, templateId, 'manage');
  if (!(await readLinksAllowed(tx, accountId))) throw off();
  if (template.status !== 'published') {
    const isArchived = template.status === 'archived';
    throw fail(
      'template-state',
      'Publish the template first. A link shows its published version.',
      {
        because: { reason: isArchived ? 'template-archived' : 'template-unpublished' },
      },
    );
  }
  const version = await findVersion(tx, accountId, template.currentVersionId ?? '');
  const closed = version ? await closedLists(tx, accountId, version.definition) : undefined;
  if (closed !== undefined && closed.size > 0) {
    throw fail(
      'template-state',
      'The template has fields that choose from a shared list that is not public, so people without an account could not fill them in. Make the list public, then create the link.',
      { because: { reason: 'template-lists' } },
    );
  }
  if (version && asksForPeople(version.definition)) {
    throw fail(
      'template-state',
      'The template asks for people of the directory, whom people without an account may not see. Remove these fields, then create the link.',
      { because: { reason: 'template-people' } },
    );
  }
  checkPeriod(settings);
  const now = clock.now();
  const link: PublicLink = {
    ...settings,
    id: nextLinkId(ids),
    accountId,
    templateId: template.id,
    state: 'active',
    answerCount: 0,
    revision: 1,
    createdBy: by.userId,
    createdAt: now,
    updatedAt: now,
  };
  const secrets = makeLinkSecrets(random, by.accountCode);
  await insertLink(tx, link, {
    tokenHash: hashOf(secrets.token),
    secrets: seal.seal(linkContext(accountId, link.id), JSON.stringify(secrets)),
  });
  await audit.append(tx, by, {
    action: 'public-link.create',
    targetType: 'PublicLink',
    targetId: link.id,
    detail: { templateId: template.id, name: link.name },
  });
  return link;
}
