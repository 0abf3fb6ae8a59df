import { contentDisposition } from '#attachments/index.ts';
import { operation } from '#http/operation.ts';
import type { TemplatesDeps } from '#templates/index.ts';
import { fileOfTemplate } from './file-of-template.ts';
import { TemplateFileBody } from './import.shapes.ts';
import type { ImportsDeps } from './import-request.ts';

/** GET /templates/:id/file: returns a template as a file that another Formstead imports. */
export const getTemplateFile = (deps: TemplatesDeps & Pick<ImportsDeps, 'fileRules'>) =>
  operation({
    method: 'GET',
    path: '/templates/:id/file',
    right: 'templates',
    role: 'designer',
    etag: 'none',
    doc: {
      summary: 'Export a template',
      tag: 'Templates',
      description:
        'The draft with its translations and settings, its rules for those who may see them, and the names of the shared lists that it uses. Forms, versions, documents, rows of lists and who may use it are not part of it.',
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
      const file = await fileOfTemplate(deps, principal, params.id);
      return {
        status: 200,
        headers: {
          'content-disposition': contentDisposition('attachment', `${file.name}.json`),
          'cache-control': 'private, no-store',
        },
        body: file,
      };
    },
  });
