import type { Reader, Tx } from '#db/database.ts';
import { type AppError, fail } from '#kernel/errors.ts';
import { lacksRight } from './find-template.ts';
import { findForm, lockForm, type StoredForm } from './form.store.ts';
import type { Form, Viewer } from './form.ts';
import { normaliseId } from './form-rules.ts';
import type { FormWritesDeps, GroupsOfUser } from './forms-deps.ts';
import { accessTo, isOwnDirectly, mayAssign, mayEdit } from './rights/form-access.ts';
import type { TemplateRight } from './rights/rights.ts';
import { rightsOf } from './rights/rights-of.ts';

// All code that gets a form, or 404, by an id from a request uses this file.

type Rules = Pick<FormWritesDeps, 'directory'>;

/** Returns the form if it is not deleted and the viewer may see it. */
export const readForm =
  ({ directory }: Rules) =>
  async (db: Reader, viewer: Viewer, id: string): Promise<Form | undefined> => {
    const form = await findVisible(db, directory, viewer, id);
    return form?.deletedAt === undefined ? form && present(form) : undefined;
  };

/**
 * Returns the form if it is not deleted and the viewer may see it.
 * @param at the member of the body that contains the id; undefined when the id is in the path
 * @throws AppError `not-found`.
 */
export const requireForm =
  (rules: Rules) =>
  async (db: Reader, viewer: Viewer, id: string, at?: string): Promise<Form> => {
    const form = await readForm(rules)(db, viewer, id);
    if (form) return form;
    throw noForm(at);
  };

/** Returns a form that the viewer may see, or could restore. @throws AppError `not-found`. */
export async function requireStoredForm(
  db: Reader,
  directory: GroupsOfUser,
  viewer: Viewer,
  id: string,
): Promise<StoredForm> {
  const form = await findVisible(db, directory, viewer, id);
  if (form) return form;
  throw noForm();
}

/** Like {@link requireStoredForm}, and locks the form until the transaction ends. */
export async function lockStoredForm(
  tx: Tx,
  directory: GroupsOfUser,
  viewer: Viewer,
  id: string,
): Promise<StoredForm> {
  const known = normaliseId(id);
  const form = known === undefined ? undefined : await lockForm(tx, viewer.accountId, known);
  if (form && (await isFor(tx, directory, viewer, form))) return form;
  throw noForm();
}

/** Returns the form without the time of its deletion. @throws AppError `not-found` for a deleted form. */
export function present({ deletedAt, ...form }: StoredForm): Form {
  if (deletedAt === undefined) return form;
  throw noForm();
}

/** Returns a form that the viewer may see, or could restore. */
export async function findVisible(
  db: Reader,
  directory: GroupsOfUser,
  viewer: Viewer,
  id: string,
): Promise<StoredForm | undefined> {
  const known = normaliseId(id);
  const form = known === undefined ? undefined : await findForm(db, viewer.accountId, known);
  return form && (await isFor(db, directory, viewer, form)) ? form : undefined;
}

async function isFor(
  db: Reader,
  directory: GroupsOfUser,
  viewer: Viewer,
  form: StoredForm,
): Promise<boolean> {
  // The usual case, in which nothing has to be read.
  if (form.deletedAt === undefined && isOwnDirectly(viewer, form)) return true;
  return (await accessTo(db, directory, viewer, form)) !== undefined;
}

/**
 * Requires that the viewer may change the answers of a form that they see: as their own, or by their right on its
 * template. @throws AppError `forbidden`.
 */
export async function requireMayEdit(
  db: Reader,
  directory: GroupsOfUser,
  viewer: Viewer,
  form: Form,
): Promise<void> {
  if (isOwnDirectly(viewer, form)) return;
  const access = await accessTo(db, directory, viewer, { ...form, deletedAt: undefined });
  if (!access || !mayEdit(access)) throw lacksRight('edit');
}

/** Requires that the viewer may assign a draft that they see. @throws AppError `forbidden`. */
export async function requireMayAssign(
  db: Reader,
  directory: GroupsOfUser,
  viewer: Viewer,
  draft: Form,
): Promise<void> {
  const access = await accessTo(db, directory, viewer, { ...draft, deletedAt: undefined });
  if (!access?.rights.assign) throw lacksRight('assign');
  if (mayAssign(access)) return;
  throw fail(
    'forbidden',
    'You may assign only your own drafts and those of your groups on this template, because you may not edit answers of others. Ask a person who manages the template, or an admin.',
    { because: { reason: 'assign-of-others' } },
  );
}

/** Requires a right on the template of a form that the viewer sees. @throws AppError `forbidden`. */
export async function requireFormRight(
  db: Reader,
  directory: GroupsOfUser,
  viewer: Viewer,
  form: Pick<Form, 'templateId'>,
  right: TemplateRight,
): Promise<void> {
  const rights = await rightsOf(db, directory, viewer, form.templateId);
  if (!rights[right]) throw lacksRight(right);
}

const noForm = (at?: string): AppError =>
  fail('not-found', 'There is no form with this id.', at === undefined ? {} : { at });
