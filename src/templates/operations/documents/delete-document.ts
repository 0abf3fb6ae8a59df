import { removeDocument } from '#documents/index.ts';
import { actorOfCall, normaliseId } from '#form-basics/index.ts';
import { operation } from '#http/operation.ts';
import { changingDocuments, type DocumentsDeps } from './document-drafts.ts';

/** DELETE /templates/:id/documents/:documentId: takes a document off the draft of a template. */
export const deleteDocument = (deps: DocumentsDeps) =>
  operation({
    method: 'DELETE',
    path: '/templates/:id/documents/:documentId',
    right: 'templates',
    role: 'designer',
    etag: 'none',
    doc: {
      summary: 'Remove a document from a template',
      tag: 'Templates',
      description: 'Published versions, and forms that were made from them, keep it.',
      responses: {
        204: { description: 'The draft no longer has it.' },
        403: 'template not managed',
        404: 'no document',
        409: 'template archived',
      },
    },
    async handle(call) {
      const by = actorOfCall(call);
      const { id, documentId } = call.params;
      await changingDocuments(deps, by, id, (tx, template) =>
        removeDocument(deps, tx, by, template.id, normaliseId(documentId) ?? ''),
      );
      return { status: 204 };
    },
  });
