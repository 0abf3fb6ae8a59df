import { type Upload, type Uploaded, uploadAttachment } from '#attachments/index.ts';
import type { Reader } from '#db/database.ts';
import { findForm } from '#form-records/index.ts';
import type { LinkPrincipal } from '#http/endpoint.ts';
import { fail } from '#kernel/errors.ts';
import { lockSession } from './link-session.store.ts';
import { requireOpen } from './require-open.ts';
import { siteOfVisitor } from './site-of-visitor.ts';
import { readVisit } from './visit.ts';
import type { VisitorDeps } from './visitor-deps.ts';

/**
 * Stores a file before the form that will name it. Files whose form never comes are removed after a day, as files are
 * that no answer names. @throws the errors of `uploadAttachment` and {@link requireOpen}, `form-state`,
 * `too-many-requests`
 */
export async function uploadToVisit(
  deps: VisitorDeps,
  by: LinkPrincipal,
  ip: string,
  uploadTo: (formId: string) => Upload,
): Promise<Uploaded> {
  const { db, clock, sendLimits } = deps;
  const { link, session, version } = await readVisit(db.reader, by, clock.now());
  const { accountId, formId } = session;
  await requireOpen(db.reader, link, clock.now());
  const requireUnsent = async (reader: Reader) => {
    if (!(await findForm(reader, accountId, formId))) return;
    throw fail('form-state', 'The form was sent, so no files can be added.');
  };
  const { accountCode } = by;
  const site = siteOfVisitor(deps, link, ip);
  const uploader = { accountId, accountCode, userId: link.id, isLink: true, site };
  const upload = uploadTo(formId);
  const settle = await sendLimits.countUpload(link.id, ip, upload.length);
  let stored = 0;
  try {
    const uploaded = await uploadAttachment(deps, uploader, upload, {
      async find() {
        await requireUnsent(db.reader);
        return { id: formId, accountId, templateVersionId: version.id };
      },
      async lock(tx) {
        await lockSession(tx, session);
        await requireUnsent(tx);
      },
    });
    if (uploaded.created) stored = uploaded.attachment.size;
    return uploaded;
  } finally {
    await settle(stored);
  }
}
