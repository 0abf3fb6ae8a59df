import type { Reader } from '#db/database.ts';
import { named, readNames } from '#form-basics/index.ts';
import type { LinkSecrets } from '#public-links/link-token.ts';
import { readSecrets } from '#public-links/public-link.store.ts';
import type { PublicLink } from '#public-links/public-link.ts';
import type { PublicLinksDeps } from '#public-links/public-links-deps.ts';
import { openSecrets } from '#public-links/sealed-links.ts';
import type { PublicLinkItem } from './public-link.shapes.ts';

type Deps = Pick<PublicLinksDeps, 'seal' | 'publicUrl'>;

/** Returns links as the screens of a template show them, with their addresses. */
export async function toLinkItems(
  deps: Deps,
  db: Reader,
  accountId: string,
  links: readonly PublicLink[],
): Promise<PublicLinkItem[]> {
  const names = await readNames(
    db,
    accountId,
    links.map(({ createdBy }) => createdBy),
  );
  const items: PublicLinkItem[] = [];
  for (const link of links) {
    const secrets = await secretsOf(deps, db, link);
    items.push({
      ...settingsOf(link),
      ...(secrets && { url: addressOf(deps, secrets.token) }),
      createdBy: named(link.createdBy, names),
    });
  }
  return items;
}

export const secretsOf = async (
  { seal }: Deps,
  db: Reader,
  link: PublicLink,
): Promise<LinkSecrets | undefined> =>
  openSecrets(seal, link, await readSecrets(db, link.accountId, link.id));

/** Returns the address of a link. The token follows #: browsers never send that part, so it stays out of logs. */
export const addressOf = ({ publicUrl }: Deps, token: string): string =>
  `${publicUrl()}/answer#${token}`;

function settingsOf(link: PublicLink) {
  const { opensAt, closesAt, maxAnswers, thankYou } = link;
  return {
    id: link.id,
    templateId: link.templateId,
    name: link.name,
    state: link.state,
    ...(opensAt !== undefined && { opensAt: new Date(opensAt).toISOString() }),
    ...(closesAt !== undefined && { closesAt: new Date(closesAt).toISOString() }),
    ...(maxAnswers !== undefined && { maxAnswers }),
    answers: link.answerCount,
    hasCode: link.codeHash !== undefined,
    oncePerBrowser: link.oncePerBrowser,
    proofOfWork: link.proofOfWork,
    ...(thankYou !== undefined && { thankYou }),
    keepOnDevice: link.keepOnDevice,
    revision: link.revision,
    createdAt: new Date(link.createdAt).toISOString(),
  };
}
