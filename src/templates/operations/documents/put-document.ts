import { changeDocument, DocumentBody, DocumentDetail } from '#documents/index.ts';
import { actorOfCall, normaliseId } from '#form-basics/index.ts';
import { operation } from '#http/operation.ts';
import { changingDocuments, type DocumentsDeps, described } from './document-drafts.ts';

/** The layout of a document with thousands of boxes. */
const MAX_BYTES = 4 * 1_048_576;

/** PUT /templates/:id/documents/:documentId: sets what is drawn on a document. */
export const putDocument = (deps: DocumentsDeps) =>
  operation({
    method: 'PUT',
    path: '/templates/:id/documents/:documentId',
    right: 'templates',
    role: 'designer',
    body: DocumentBody,
    maxBodyBytes: MAX_BYTES,
    doc: {
      summary: 'Change a document of a template',
      tag: 'Templates',
      description:
        'What is left out stays. Forms are printed in the new way once the template is published.',
      responses: {
        200: { description: 'As the draft has it now.', schema: DocumentDetail },
        403: 'template not managed',
        404: 'no document',
        409: 'template archived',
        412: { description: 'The document was changed meanwhile.' },
      },
    },
    async handle(call) {
      const by = actorOfCall(call);
      const { id, documentId } = call.params;
      const changes = {
        ...call.body,
        id: normaliseId(documentId) ?? '',
        ifRevision: call.ifRevision,
      };
      const body = await changingDocuments(deps, by, id, async (tx, template) =>
        described(tx, template, await changeDocument(deps, tx, by, template.id, changes)),
      );
      return { status: 200, body: body satisfies DocumentDetail };
    },
  });
