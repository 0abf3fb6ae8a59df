import type { Reader, Tx } from '#db/database.ts';
import { type AppError, fail } from '#kernel/errors.ts';
import type { Viewer } from './form.ts';
import { normaliseId } from './form-rules.ts';
import type { GroupsOfUser } from './forms-deps.ts';
import { findTemplate, lockTemplate } from './template.store.ts';
import type { Template } from './template.ts';

// The one way from the id of a template to the template, or to 404.

/**
 * Returns the template if it is for the viewer: members see published ones, and archived ones, that they may use;
 * designers and admins see all.
 */
export async function findVisibleTemplate(
  db: Reader,
  directory: GroupsOfUser,
  viewer: Viewer,
  id: string,
): Promise<Template | undefined> {
  const known = normaliseId(id);
  const found = known === undefined ? undefined : await findTemplate(db, viewer.accountId, known);
  return found && (await isFor(db, directory, viewer, found)) ? found : undefined;
}

/** As {@link findVisibleTemplate}. @throws AppError `not-found`. */
export async function requireTemplate(
  db: Reader,
  directory: GroupsOfUser,
  viewer: Viewer,
  id: string,
): Promise<Template> {
  const template = await findVisibleTemplate(db, directory, viewer, id);
  if (template) return template;
  throw noTemplate();
}

/**
 * As {@link requireTemplate}, and nobody else writes it until the transaction ends.
 * @param at the member of the body that has the id; left out: the id is that of the path
 */
export async function lockVisibleTemplate(
  tx: Tx,
  directory: GroupsOfUser,
  viewer: Viewer,
  id: string,
  at?: string,
): Promise<Template> {
  const known = normaliseId(id);
  const found = known === undefined ? undefined : await lockTemplate(tx, viewer.accountId, known);
  if (found && (await isFor(tx, directory, viewer, found))) return found;
  throw noTemplate(at);
}

async function isFor(
  db: Reader,
  directory: GroupsOfUser,
  viewer: Viewer,
  { status, openToAll, groupIds }: Template,
): Promise<boolean> {
  if (viewer.role !== 'member') return true;
  if (status === 'draft') return false;
  if (openToAll) return true;
  const groups = await directory.groupIdsOf(db, viewer.accountId, viewer.userId);
  return groupIds.some((id) => groups.includes(id));
}

const noTemplate = (at?: string): AppError =>
  fail('not-found', 'There is no template with this id.', at === undefined ? {} : { at });
