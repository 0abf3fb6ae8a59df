import { noDocument, readPaperFile } from '#documents/index.ts';
import { operation } from '#http/operation.ts';
import { type DocumentsDeps, requireDocument } from './document-drafts.ts';

const FILES = {
  paper: {
    summary: 'Read the paper of a document',
    description:
      'The pages of the PDF without fields, values, links, comments and scripts: what answers are drawn on.',
  },
  original: {
    summary: 'Read the PDF that was uploaded as a document',
    description: 'Exactly as it was uploaded. It may contain scripts: open it with care.',
  },
} as const;

const fileOperation = (deps: DocumentsDeps, name: 'paper' | 'original') =>
  operation({
    method: 'GET',
    path: `/templates/:id/documents/:documentId/${name}`,
    right: 'templates',
    role: 'designer',
    etag: 'none',
    doc: {
      ...FILES[name],
      tag: 'Templates',
      responses: {
        200: { description: 'The PDF, as a download.', mediaType: 'application/pdf' },
        403: 'template not managed',
        404: 'no document',
      },
    },
    async handle(call) {
      const { template, document } = await requireDocument(deps, call);
      const kind = name === 'paper' ? 'base' : 'original';
      const { accountId } = template;
      const bytes = await readPaperFile(deps.db.reader, accountId, document.paperId, kind);
      if (!bytes) throw noDocument();
      return {
        status: 200,
        headers: {
          'content-type': 'application/pdf',
          'content-disposition': `attachment; filename="${name}.pdf"`,
          'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
          'cache-control': 'private, no-store',
        },
        body: bytes,
      };
    },
  });

/** GET /templates/:id/documents/:documentId/paper: returns what answers are drawn on. */
export const getDocumentPaper = (deps: DocumentsDeps) => fileOperation(deps, 'paper');

/** GET /templates/:id/documents/:documentId/original: returns the PDF as it was uploaded. */
export const getDocumentOriginal = (deps: DocumentsDeps) => fileOperation(deps, 'original');
