import type { FormsDeps } from '#form-basics/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { requireTemplate } from '#templates/find-template.ts';
import { TemplateDetail } from '#templates/template.shapes.ts';
import { describeTemplate } from '#templates/template-detail.ts';

/** GET /app/v1/templates/:id: returns one template, with its draft if the user may change it. */
export const getAppTemplate = ({ db, directory }: FormsDeps): Endpoint =>
  appEndpoint({
    method: 'GET',
    path: '/app/v1/templates/:id',
    doc: {
      summary: 'Read a template for the web app',
      tag: 'Templates',
      responses: {
        200: { description: 'The template.', schema: TemplateDetail },
        404: { description: 'There is no template with this id that the user may see.' },
      },
    },
    async handle({ principal, params }) {
      const found = await requireTemplate(db.reader, directory, principal, params.id);
      return { status: 200, body: await describeTemplate(db.reader, principal, found) };
    },
  });
