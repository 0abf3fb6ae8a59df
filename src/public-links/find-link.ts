import type { Reader, Tx } from '#db/database.ts';
import { type GroupsOfUser, normaliseId, type Viewer } from '#form-basics/index.ts';
import { type AppError, fail } from '#kernel/errors.ts';
import { lockTemplateWithRight, requireTemplate, requireTemplateRight } from '#templates/index.ts';
import { findLink, lockLink } from './public-link.store.ts';
import type { PublicLink } from './public-link.ts';

// All code that gets a link, or 404, by an id from a request of somebody with an account uses this file.

/** Returns the link if the viewer may know its template. @throws AppError `not-found`. */
export async function requireLink(
  db: Reader,
  directory: GroupsOfUser,
  viewer: Viewer,
  id: string,
): Promise<PublicLink> {
  const link = await readLink(db, viewer, id);
  await requireTemplate(db, directory, viewer, link.templateId);
  return link;
}

/** Returns the link if the viewer manages its template. @throws AppError `not-found`, `forbidden`. */
export async function requireManagedLink(
  db: Reader,
  directory: GroupsOfUser,
  viewer: Viewer,
  id: string,
): Promise<PublicLink> {
  const link = await readLink(db, viewer, id);
  await requireTemplateRight(db, directory, viewer, link.templateId, 'manage');
  return link;
}

/** Like {@link requireManagedLink}, and locks the template and then the link until the transaction ends. */
export async function lockManagedLink(
  tx: Tx,
  directory: GroupsOfUser,
  viewer: Viewer,
  id: string,
): Promise<PublicLink> {
  const { templateId, id: known } = await readLink(tx, viewer, id);
  // In the order in which an answer locks them.
  await lockTemplateWithRight(tx, directory, viewer, templateId, 'manage');
  const link = await lockLink(tx, viewer.accountId, known);
  if (link) return link;
  throw noLink();
}

async function readLink(db: Reader, { accountId }: Viewer, id: string): Promise<PublicLink> {
  const known = normaliseId(id);
  const link = known === undefined ? undefined : await findLink(db, accountId, known);
  if (link) return link;
  throw noLink();
}

const noLink = (): AppError => fail('not-found', 'There is no link with this id.');
