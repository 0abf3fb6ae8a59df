import { DocumentList, listDocuments } from '#documents/index.ts';
import type { ExportsDeps } from '#exports/export-deps.ts';
import { operation } from '#http/operation.ts';

/** GET /forms/:id/documents: returns what a form can be printed on. */
export const listFormDocuments = ({ db, forms }: Pick<ExportsDeps, 'db' | 'forms'>) =>
  operation({
    method: 'GET',
    path: '/forms/:id/documents',
    apiPath: '/formz/:id/documents',
    right: 'forms.read',
    etag: 'content',
    doc: {
      summary: 'List the documents of a form',
      tag: 'Forms',
      description:
        'What the form can be printed on, beside the standard PDF: the documents that its version of the template was published with. Send the id of one as `document` when you create an export.',
      responses: {
        200: { description: 'At most 20.', schema: DocumentList },
        304: 'not modified',
        404: { description: 'There is no such form that the user may see.' },
      },
    },
    async handle({ principal, params }) {
      const form = await forms.requireForm(db.reader, principal, params.id);
      const { accountId, templateId, templateVersionId: versionId } = form;
      const listed = await listDocuments(db.reader, { accountId, templateId, versionId });
      const items = listed.map((each) => ({ ...each, isPublished: true }));
      return { status: 200, body: { items } satisfies DocumentList };
    },
  });
