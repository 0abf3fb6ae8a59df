import { DocumentDetail } from '#documents/index.ts';
import { operation } from '#http/operation.ts';
import { type DocumentsDeps, described, requireDocument } from './document-drafts.ts';

/** GET /templates/:id/documents/:documentId: returns a document of the draft, and what is drawn on it. */
export const getDocument = (deps: DocumentsDeps) =>
  operation({
    method: 'GET',
    path: '/templates/:id/documents/:documentId',
    right: 'templates',
    role: 'designer',
    doc: {
      summary: 'Read a document of a template',
      tag: 'Templates',
      responses: {
        200: { description: 'As the draft has it.', schema: DocumentDetail },
        403: 'template not managed',
        404: 'no document',
      },
    },
    async handle(call) {
      const { template, document } = await requireDocument(deps, call);
      const body = await described(deps.db.reader, template, document);
      return { status: 200, body: body satisfies DocumentDetail };
    },
  });
