import type { Tx } from '#db/database.ts';
import type { Form, Viewer } from '#form-basics/index.ts';
import { lockPresentForm, requireMayEdit, requireStatus } from '#form-records/index.ts';
import type { AttachmentsDeps } from './attachments-deps.ts';

/**
 * Returns the draft, locked, before its files change: it may have been completed, deleted or reassigned while a file
 * was being uploaded. @throws AppError `not-found`, `forbidden`, `form-state`.
 */
export async function lockDraft(
  tx: Tx,
  { directory }: Pick<AttachmentsDeps, 'directory'>,
  viewer: Viewer,
  id: string,
): Promise<Form> {
  const form = requireStatus(await lockPresentForm(tx, directory, viewer, id), 'draft');
  await requireMayEdit(tx, directory, viewer, form);
  return form;
}
