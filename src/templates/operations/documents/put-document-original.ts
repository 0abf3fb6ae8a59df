import { MAX_PAPER_BYTES, ReplacedDocument, replacePaper } from '#documents/index.ts';
import { actorOfCall, normaliseId } from '#form-basics/index.ts';
import { fileBody, NO_BYTES } from '#http/byte-body.ts';
import { operation } from '#http/operation.ts';
import {
  changingDocuments,
  type DocumentsDeps,
  described,
  requireDocument,
} from './document-drafts.ts';

const { maxBodyBytes, bodyTooLarge } = fileBody('document', MAX_PAPER_BYTES);

/** PUT /templates/:id/documents/:documentId/original: gives a document of the draft another PDF. */
export const putDocumentOriginal = (deps: DocumentsDeps) =>
  operation({
    method: 'PUT',
    path: '/templates/:id/documents/:documentId/original',
    right: 'templates',
    role: 'designer',
    file: { mediaTypes: ['application/pdf'], maxBodyBytes, bodyTooLarge },
    etag: 'none',
    doc: {
      summary: 'Replace the PDF of a document',
      tag: 'Templates',
      description:
        'Boxes are found again by the name of their field, its label, or its place. The answer says which were kept, moved and lost. Published versions keep the PDF before.',
      responses: {
        200: {
          description: 'The document, and what became of its boxes.',
          schema: ReplacedDocument,
        },
        403: 'template not managed',
        404: 'no document',
        409: 'template archived',
        412: { description: 'The document was changed meanwhile.' },
        413: { description: 'The PDF is larger than 20 MiB.' },
        422: { description: '`unreadable-pdf`, at `document`, with a reason.' },
        507: 'files full',
      },
    },
    async handle(call) {
      const by = actorOfCall(call);
      // Reading a PDF takes a while, and not for those who may not change the template.
      const { template } = await requireDocument(deps, call);
      const paper = await deps.papers.read(by.accountId, call.bytes ?? NO_BYTES);
      const id = normaliseId(call.params.documentId) ?? '';
      const { ifRevision } = call;
      const body = await changingDocuments(deps, by, template.id, async (tx, locked) => {
        const asked = { id, ifRevision, paper };
        const { document, matched } = await replacePaper(deps, tx, by, locked.id, asked);
        const { kept, moved, lost, added } = matched;
        const shown = await described(tx, locked, document);
        return { document: shown, kept, moved, lost: [...lost], added: [...added] };
      });
      return { status: 200, body: body satisfies ReplacedDocument };
    },
  });
