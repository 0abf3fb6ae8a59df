import { contentDisposition } from '#attachments/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { fileListsOf } from '#template-files/match-lists.ts';
import { templateFileOf } from '#template-files/template-file.ts';
import { requireTemplateRight, type TemplatesDeps } from '#templates/index.ts';
import { TemplateFileBody } from './import.shapes.ts';
import type { ImportsDeps } from './import-request.ts';

/** GET /app/v1/templates/:id/file: returns a template as a file that another Formstead imports. */
export const getTemplateFile = ({
  db,
  directory,
  fileRules,
}: TemplatesDeps & Pick<ImportsDeps, 'fileRules'>): Endpoint =>
  appEndpoint({
    method: 'GET',
    path: '/app/v1/templates/:id/file',
    role: 'designer',
    doc: {
      summary: 'Export a template',
      tag: 'Templates',
      description:
        'The draft with its translations and settings, its rules for those who may see them, and the names of the shared lists that it uses. Forms, versions, rows of lists and who may use it are not part of it.',
      responses: {
        200: {
          description: 'The file.',
          schema: TemplateFileBody,
          headers: { 'content-disposition': 'Suggests a file name.' },
        },
        404: 'no template',
      },
    },
    async handle({ principal, params }) {
      const { id } = params;
      const template = await requireTemplateRight(db.reader, directory, principal, id, 'manage');
      const draft = template.draftDefinition;
      const lists = await fileListsOf({ directory }, db.reader, principal, draft);
      const rules = await fileRules.of(db.reader, principal, id);
      return {
        status: 200,
        headers: {
          'content-disposition': contentDisposition('attachment', `${template.name}.json`),
          'cache-control': 'private, no-store',
        },
        body: templateFileOf(template, lists, rules),
      };
    },
  });
