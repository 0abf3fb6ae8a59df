import type { Reader, Tx } from '#db/database.ts';
import { type AppError, fail } from '#kernel/errors.ts';
import type { Viewer } from './form.ts';
import { normaliseId } from './form-rules.ts';
import type { GroupsOfUser } from './forms-deps.ts';
import { findTemplate, lockTemplate } from './template.store.ts';
import type { Template } from './template.ts';

// All code that gets a template, or 404, by an id from a request uses this file.

/**
 * Returns the template if the viewer may see it. Members see published and archived templates that they may use;
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

/** Like {@link findVisibleTemplate}, but fails. @throws AppError `not-found`. */
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
 * Like {@link requireTemplate}, and locks the template until the transaction ends.
 * @param at the member of the body that contains the id; undefined when the id is in the path
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
