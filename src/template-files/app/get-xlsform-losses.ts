import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { fileOfTemplate } from '#template-files/operations/file-of-template.ts';
import { XlsFormLosses } from '#template-files/operations/import.shapes.ts';
import type { ImportsDeps } from '#template-files/operations/import-request.ts';
import { lossText } from '#template-files/xlsform/form-losses.ts';
import { writeXlsForm } from '#template-files/xlsform/write-xlsform.ts';
import type { TemplatesDeps } from '#templates/index.ts';

/** GET /app/v1/templates/:id/xlsform/losses: returns what the XLSForm of a template lacks, field by field. */
export const getXlsFormLosses = (deps: TemplatesDeps & Pick<ImportsDeps, 'fileRules'>): Endpoint =>
  appEndpoint({
    method: 'GET',
    path: '/app/v1/templates/:id/xlsform/losses',
    role: 'designer',
    doc: {
      summary: 'What an XLSForm of a template lacks',
      tag: 'Templates',
      description:
        'What of the draft cannot be said in an XLSForm, field by field. Another Formstead gets all of it from the same file.',
      responses: {
        200: { description: 'What is left out.', schema: XlsFormLosses },
        404: 'no template',
      },
    },
    async handle({ principal, params }) {
      const file = await fileOfTemplate(deps, principal, params.id);
      const { losses } = writeXlsForm(file.name, file.definition);
      const body: XlsFormLosses = {
        items: losses.map((loss) => ({ ...loss, text: lossText(loss) })),
      };
      return { status: 200, body };
    },
  });
