import type { Reader, Tx } from '#db/database.ts';
import type { Directory } from '#directory/index.ts';
import { type GroupsOfUser, normaliseId, type Template, type Viewer } from '#form-basics/index.ts';
import { type AppError, fail } from '#kernel/errors.ts';
import { type Rights, showsTemplate, type TemplateRight } from './rights/rights.ts';
import { rightsOf } from './rights/rights-of.ts';
import { findTemplate, holdTemplate, lockTemplate } from './template.store.ts';

// All code that gets a template, or 404, by an id from a request uses this file.

/** A template, and what the viewer may do with it. */
export interface FoundTemplate {
  readonly template: Template;
  readonly rights: Rights;
}

/**
 * Returns the template if the viewer may know it, with their rights. A draft shows itself to those who manage it, a
 * published or archived template also to those who fill it in or see answers of others. Admins know every template by
 * name, so that they can give rights on it.
 */
export async function findVisibleTemplate(
  db: Reader,
  directory: GroupsOfUser,
  viewer: Viewer,
  id: string,
): Promise<FoundTemplate | undefined> {
  const known = normaliseId(id);
  const found = known === undefined ? undefined : await findTemplate(db, viewer.accountId, known);
  return found && seenBy(db, directory, viewer, found);
}

/** Returns whether an active user may manage a template at this moment. */
export async function managesTemplate(
  directory: Pick<Directory, 'readUser'> & GroupsOfUser,
  db: Reader,
  { accountId, userId }: Pick<Viewer, 'accountId' | 'userId'>,
  id: string,
): Promise<boolean> {
  const user = await directory.readUser(db, accountId, userId, 'all');
  if (!user?.active) return false;
  const viewer = { accountId, userId, role: user.role };
  return (await findVisibleTemplate(db, directory, viewer, id))?.rights.manage === true;
}

/** Like {@link findVisibleTemplate}, but fails. @throws AppError `not-found`. */
export async function requireTemplate(
  db: Reader,
  directory: GroupsOfUser,
  viewer: Viewer,
  id: string,
): Promise<FoundTemplate> {
  const found = await findVisibleTemplate(db, directory, viewer, id);
  if (found) return found;
  throw noTemplate();
}

/**
 * Returns the template if the viewer has a right on it.
 * @throws AppError `not-found` if they may not know it, `forbidden` if they lack the right.
 */
export async function requireTemplateRight(
  db: Reader,
  directory: GroupsOfUser,
  viewer: Viewer,
  id: string,
  right: TemplateRight,
): Promise<Template> {
  return checked(await requireTemplate(db, directory, viewer, id), right);
}

/**
 * Like {@link requireTemplateRight}, and locks the template until the transaction ends.
 * @param at the member of the body that contains the id; undefined when the id is in the path
 */
export async function lockTemplateWithRight(
  tx: Tx,
  directory: GroupsOfUser,
  viewer: Viewer,
  id: string,
  right: TemplateRight,
  at?: string,
): Promise<Template> {
  return checked(await lockVisibleTemplate(tx, directory, viewer, id, at), right, at);
}

/** Like {@link requireTemplate}, and locks the template until the transaction ends. */
export const lockVisibleTemplate = visibleWith(lockTemplate);

/** Like {@link requireTemplate}, and keeps the template as it is until the transaction ends. */
export const holdVisibleTemplate = visibleWith(holdTemplate);

function visibleWith(read: typeof lockTemplate) {
  return async (
    tx: Tx,
    directory: GroupsOfUser,
    viewer: Viewer,
    id: string,
    at?: string,
  ): Promise<FoundTemplate> => {
    const known = normaliseId(id);
    if (known === undefined) throw noTemplate(at);
    const [template, rights] = await Promise.all([
      read(tx, viewer.accountId, known),
      rightsOf(tx, directory, viewer, known),
    ]);
    if (template && mayKnow(viewer, template, rights)) return { template, rights };
    throw noTemplate(at);
  };
}

async function seenBy(
  db: Reader,
  directory: GroupsOfUser,
  viewer: Viewer,
  template: Template,
): Promise<FoundTemplate | undefined> {
  const rights = await rightsOf(db, directory, viewer, template.id);
  return mayKnow(viewer, template, rights) ? { template, rights } : undefined;
}

/** Returns whether the viewer may know the template, with their rights on it. */
export const mayKnow = (
  { role }: Viewer,
  { status }: Pick<Template, 'status'>,
  rights: Rights,
): boolean => role === 'admin' || rights.manage || (status !== 'draft' && showsTemplate(rights));

/**
 * Returns whether lists of templates show it: those who only fill in do not see archived ones. The SQL of lists is in
 * rights/listed-templates.store.ts.
 */
export const isListed = (
  { role }: Viewer,
  { template, rights }: Pick<FoundTemplate, 'template' | 'rights'>,
): boolean =>
  role === 'admin' ||
  rights.manage ||
  template.status === 'published' ||
  (template.status === 'archived' && (rights.edit || rights.see !== 'own'));

function checked({ template, rights }: FoundTemplate, right: TemplateRight, at?: string): Template {
  if (rights[right]) return template;
  throw lacksRight(right, at);
}

const ACTIONS = {
  fill: 'fill it in',
  edit: 'change answers of others',
  assign: 'assign its forms',
  review: 'decide on forms in review',
  manage: 'change it',
} as const;

/** The error for somebody who knows a template, or a form of it, and lacks a right on it. */
export const lacksRight = (right: TemplateRight, at?: string): AppError =>
  fail(
    'forbidden',
    `You have no right on this template to ${ACTIONS[right]}. Ask a person who manages the template, or an admin.`,
    { because: { reason: `right-${right}` }, ...(at !== undefined && { at }) },
  );

const noTemplate = (at?: string): AppError =>
  fail('not-found', 'There is no template with this id.', at === undefined ? {} : { at });
