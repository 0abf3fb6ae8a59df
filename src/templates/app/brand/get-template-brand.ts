import { readTemplateBrand, TemplateBrand } from '#brand/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { requireTemplate } from '#templates/find-template.ts';
import type { TemplatesDeps } from '#templates/templates-deps.ts';

/** GET /app/v1/templates/:id/brand: returns what the forms of a template look like. */
export const getTemplateBrand = ({ db, directory }: TemplatesDeps): Endpoint =>
  appEndpoint({
    method: 'GET',
    path: '/app/v1/templates/:id/brand',
    doc: {
      summary: 'Read the brand of a template',
      tag: 'Templates',
      responses: {
        200: { description: 'As it is now.', schema: TemplateBrand },
        404: 'no template',
      },
    },
    async handle({ principal, params }) {
      const { template } = await requireTemplate(db.reader, directory, principal, params.id);
      const body = await readTemplateBrand(db.reader, principal.accountId, template.id);
      return { status: 200, body: body satisfies TemplateBrand };
    },
  });
