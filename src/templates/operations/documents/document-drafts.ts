// The documents of a template's draft. Who manages the template draws them; what forms are printed on was published.

import type { Reader, Tx } from '#db/database.ts';
import {
  type DocumentDetail,
  type DocumentWritesDeps,
  describeDocument,
  findDocument,
  noDocument,
  type Papers,
  type StoredDocument,
} from '#documents/index.ts';
import { type FormActor, normaliseId, type Template } from '#form-basics/index.ts';
import type { OperationCall } from '#http/operation.ts';
import { outsideDefinition } from '#questionnaires/definition/office.ts';
import { requireTemplateRight } from '#templates/find-template.ts';
import { noteChanges } from '#templates/template.store.ts';
import { differs, lockUnarchived } from '#templates/template-revision.ts';
import type { TemplatesDeps } from '#templates/templates-deps.ts';

export interface DocumentsDeps extends TemplatesDeps {
  readonly papers: Pick<Papers, 'read'>;
  readonly quotas: DocumentWritesDeps['quotas'];
}

type Call = OperationCall<unknown, unknown, 'id' | 'documentId'>;

/** Returns a document of the draft, for somebody who manages the template. @throws AppError `not-found`, `forbidden` */
export async function requireDocument(
  { db, directory }: DocumentsDeps,
  { principal, params }: Pick<Call, 'principal' | 'params'>,
): Promise<{ readonly template: Template; readonly document: StoredDocument }> {
  const template = await requireTemplateRight(db.reader, directory, principal, params.id, 'manage');
  const id = normaliseId(params.documentId);
  const of = { accountId: template.accountId, templateId: template.id };
  const document = id === undefined ? undefined : await findDocument(db.reader, of, id);
  if (!document) throw noDocument();
  return { template, document };
}

/**
 * Runs a change of the documents of a draft, and notes whether the draft now differs from what is published.
 * @throws AppError `not-found`, `forbidden`, `template-state`, and what the change throws
 */
export const changingDocuments = <T>(
  deps: DocumentsDeps,
  by: FormActor,
  templateId: string,
  change: (tx: Tx, template: Template) => Promise<T>,
): Promise<T> =>
  deps.db.transaction(async (tx) => {
    const template = await lockUnarchived(deps, tx, by, templateId);
    const result = await change(tx, template);
    const hasChanges = await differs(tx, template);
    if (hasChanges !== template.hasChanges) await noteChanges(tx, template, hasChanges);
    return result;
  });

/** Returns a document as those see it who draw it. */
export const described = (
  db: Reader,
  { accountId, draftDefinition }: Template,
  document: StoredDocument,
): Promise<DocumentDetail> =>
  describeDocument(db, accountId, document, outsideDefinition(draftDefinition));
