import { contentDisposition } from '#attachments/index.ts';
import { operation } from '#http/operation.ts';
import { xlsFormFile } from '#template-files/xlsform-file.ts';
import type { TemplatesDeps } from '#templates/index.ts';
import { fileOfTemplate } from './file-of-template.ts';
import type { ImportsDeps } from './import-request.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** GET /templates/:id/xlsform: returns a template as an XLSForm, for ODK, KoboToolbox and others. */
export const getTemplateXlsForm = (deps: TemplatesDeps & Pick<ImportsDeps, 'fileRules'>) =>
  operation({
    method: 'GET',
    path: '/templates/:id/xlsform',
    right: 'templates',
    role: 'designer',
    etag: 'none',
    doc: {
      summary: 'Export a template as XLSForm',
      tag: 'Templates',
      description: [
        'The draft as a workbook in the XLSForm format. Conditions that XLSForms cannot have are in the column `note`. A sheet',
        '`formstead` has the whole template: as long as nobody changes the other sheets, an import makes the same template of it.',
      ].join('\n'),
      responses: {
        200: {
          description: 'The workbook.',
          mediaType: XLSX,
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
          'content-type': XLSX,
          'content-disposition': contentDisposition('attachment', `${file.name}.xlsx`),
          'cache-control': 'private, no-store',
        },
        body: bytesOf(xlsFormFile(file)),
      };
    },
  });

async function* bytesOf(bytes: Promise<Uint8Array>): AsyncIterable<Uint8Array> {
  yield await bytes;
}
