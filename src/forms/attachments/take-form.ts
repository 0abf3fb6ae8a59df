import type { Tx } from '#db/database.ts';
import { lockForm } from '#forms/form.store.ts';
import type { Form, Viewer } from '#forms/form.ts';
import { normaliseId } from '#forms/form-rules.ts';
import { isVisible, sightOf } from '#forms/visibility.ts';
import { type AppError, fail } from '#kernel/errors.ts';
import type { AttachmentsDeps } from './attachments-deps.ts';

/** The form of a path, if the viewer may see it. @throws AppError `not-found`. */
export async function takeForm(
  { db, forms }: Pick<AttachmentsDeps, 'db' | 'forms'>,
  viewer: Viewer,
  id: string,
): Promise<Form> {
  const form = await forms.readForm(db.reader, viewer, id);
  if (!form) throw noForm();
  return form;
}

/** @throws AppError `form-state` once it is complete. */
export function requireDraft(form: Form): Form {
  if (form.status === 'draft') return form;
  throw fail('form-state', 'The form is complete. A designer or an admin can reopen it.');
}

/**
 * The draft, locked, as it is when its files change: it may have been completed, deleted or handed to
 * somebody else while a file arrived. @throws AppError `not-found`, `form-state`.
 */
export async function lockDraft(
  tx: Tx,
  { directory }: Pick<AttachmentsDeps, 'directory'>,
  viewer: Viewer,
  id: string,
): Promise<Form> {
  const known = normaliseId(id);
  const found = known === undefined ? undefined : await lockForm(tx, viewer.accountId, known);
  if (!found || found.deletedAt !== undefined) throw noForm();
  if (!isVisible(await sightOf(tx, directory, viewer), found)) throw noForm();
  return requireDraft(found);
}

const noForm = (): AppError => fail('not-found', 'There is no form with this id.');
