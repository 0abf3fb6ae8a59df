import type { Reader, Tx } from '#db/database.ts';
import {
  type Form,
  type FormWritesDeps,
  type GroupsOfUser,
  normaliseId,
  type Viewer,
} from '#form-basics/index.ts';
import { type AppError, fail } from '#kernel/errors.ts';
import { lacksRight, rightsOf, type TemplateRight } from '#templates/index.ts';
import { findForm, lockForm, type StoredForm } from './form.store.ts';
import {
  accessTo,
  type FormAccess,
  isOwnDirectly,
  mayAssign,
  mayEdit,
  wasAsked,
} from './form-access.ts';
import { howLost } from './lost-form.ts';

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
    const form = await findById(db, viewer, id);
    return presentFor(db, rules.directory, viewer, form, at);
  };

/** Returns a form that the viewer may see, or could restore. @throws AppError `not-found`. */
export async function requireStoredForm(
  db: Reader,
  directory: GroupsOfUser,
  viewer: Viewer,
  id: string,
): Promise<StoredForm> {
  const form = await findById(db, viewer, id);
  if (form && (await isFor(db, directory, viewer, form))) return form;
  throw await noForm(db, directory, viewer, form);
}

/** Like {@link requireStoredForm}, and locks the form until the transaction ends. */
export async function lockStoredForm(
  tx: Tx,
  directory: GroupsOfUser,
  viewer: Viewer,
  id: string,
): Promise<StoredForm> {
  const form = await lockById(tx, viewer, id);
  if (form && (await isFor(tx, directory, viewer, form))) return form;
  throw await noForm(tx, directory, viewer, form);
}

/** Like {@link requireForm}, and locks the form until the transaction ends. */
export const lockPresentForm = async (
  tx: Tx,
  directory: GroupsOfUser,
  viewer: Viewer,
  id: string,
): Promise<Form> => presentFor(tx, directory, viewer, await lockById(tx, viewer, id));

/**
 * Locks a form and returns it with what the viewer may do with it. A reviewer no longer sees a form once another one has
 * decided its last step: it is returned without rights, so that they are told of the decision.
 */
export async function lockForReview(
  tx: Tx,
  directory: GroupsOfUser,
  viewer: Viewer,
  id: string,
): Promise<{ readonly form: Form; readonly access: FormAccess | undefined }> {
  const form = await lockById(tx, viewer, id);
  if (form && form.deletedAt === undefined) {
    const access = await accessTo(tx, directory, viewer, form);
    if (access || (await wasAsked(tx, directory, viewer, form))) {
      return { form: present(form), access };
    }
  }
  throw await noForm(tx, directory, viewer, form);
}

async function presentFor(
  db: Reader,
  directory: GroupsOfUser,
  viewer: Viewer,
  form: StoredForm | undefined,
  at?: string,
): Promise<Form> {
  if (form && form.deletedAt === undefined && (await isFor(db, directory, viewer, form))) {
    return present(form);
  }
  throw await noForm(db, directory, viewer, form, at);
}

const present = ({ deletedAt: _, ...form }: StoredForm): Form => form;

/** Returns a form that the viewer may see, or could restore. */
export async function findVisible(
  db: Reader,
  directory: GroupsOfUser,
  viewer: Viewer,
  id: string,
): Promise<StoredForm | undefined> {
  const form = await findById(db, viewer, id);
  return form && (await isFor(db, directory, viewer, form)) ? form : undefined;
}

/** Returns the form, without a check of rights. */
async function findById(
  db: Reader,
  { accountId }: Viewer,
  id: string,
): Promise<StoredForm | undefined> {
  const known = normaliseId(id);
  return known === undefined ? undefined : await findForm(db, accountId, known);
}

async function lockById(
  tx: Tx,
  { accountId }: Viewer,
  id: string,
): Promise<StoredForm | undefined> {
  const known = normaliseId(id);
  return known === undefined ? undefined : await lockForm(tx, accountId, known);
}

/**
 * Returns a form that the viewer had, with whom it is assigned to since. If it was deleted after that, whoever had it last
 * gets what is handed over: otherwise a device could never send it. @throws AppError `not-found` if they never had it.
 */
export async function assigneeOfLost(
  db: Reader,
  directory: GroupsOfUser,
  viewer: Viewer,
  id: string,
  at: string,
): Promise<Form> {
  const form = await findById(db, viewer, id);
  const lost = form && (await howLost(db, directory, viewer, form));
  if (form && lost && lost.reason !== 'form-deleted') return present(form);
  throw await noForm(db, directory, viewer, form, at);
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

/** Returns the 404. People who had the form before are also told who took or deleted it, and when. */
async function noForm(
  db: Reader,
  directory: GroupsOfUser,
  viewer: Viewer,
  form: StoredForm | undefined,
  at?: string,
): Promise<AppError> {
  const place = at === undefined ? {} : { at };
  const lost = form && (await howLost(db, directory, viewer, form));
  if (!lost) return fail('not-found', 'There is no form with this id.', place);
  const { reason, who } = lost;
  return fail('not-found', DETAILS[reason], {
    ...place,
    because: { reason },
    extra: { lostAt: new Date(lost.at).toISOString(), ...(who !== undefined && { lostBy: who }) },
  });
}

const DETAILS = {
  'form-deleted': 'This form was deleted.',
  'form-assigned': 'This form was assigned to someone else.',
  'form-claimed': 'Another member of your group took this form over.',
} as const;
