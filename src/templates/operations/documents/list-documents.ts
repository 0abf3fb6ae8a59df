import { DocumentList, listDocuments } from '#documents/index.ts';
import { operation } from '#http/operation.ts';
import { requireTemplate } from '#templates/find-template.ts';
import type { DocumentsDeps } from './document-drafts.ts';

/** GET /templates/:id/documents: returns the documents of a template. */
export const listTemplateDocuments = ({ db, directory }: DocumentsDeps) =>
  operation({
    method: 'GET',
    path: '/templates/:id/documents',
    right: 'templates',
    etag: 'content',
    doc: {
      summary: 'List the documents of a template',
      tag: 'Templates',
      description:
        'The papers onto which its forms are printed. Who manages the template gets those of the draft, everybody else those of the published version.',
      responses: {
        200: { description: 'At most 20, the oldest first.', schema: DocumentList },
        304: 'not modified',
        404: 'no template',
      },
    },
    async handle({ principal, params }) {
      const found = await requireTemplate(db.reader, directory, principal, params.id);
      const { accountId, id: templateId, currentVersionId } = found.template;
      const of = { accountId, templateId };
      const published =
        currentVersionId === undefined
          ? []
          : await listDocuments(db.reader, { ...of, versionId: currentVersionId });
      const shown = found.rights.manage ? await listDocuments(db.reader, of) : published;
      const ids = new Set(published.map(({ id }) => id));
      const items = shown.map((each) => ({ ...each, isPublished: ids.has(each.id) }));
      return { status: 200, body: { items } satisfies DocumentList };
    },
  });
