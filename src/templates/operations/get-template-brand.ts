import { readTemplateBrand, TemplateBrand } from '#brand/index.ts';
import { operation } from '#http/operation.ts';
import { requireTemplate } from '#templates/find-template.ts';
import type { TemplatesDeps } from '#templates/templates-deps.ts';

/** GET /templates/:id/brand: returns what the forms of a template look like. */
export const getTemplateBrand = ({ db, directory }: TemplatesDeps) =>
  operation({
    method: 'GET',
    path: '/templates/:id/brand',
    right: 'forms.read',
    etag: 'content',
    doc: {
      summary: 'Read the brand of a template',
      tag: 'Templates',
      responses: {
        200: { description: 'As it is now.', schema: TemplateBrand },
        304: 'not modified',
        404: 'no template',
      },
    },
    async handle({ principal, params }) {
      const { template } = await requireTemplate(db.reader, directory, principal, params.id);
      const body = await readTemplateBrand(db.reader, principal.accountId, template.id);
      return { status: 200, body: body satisfies TemplateBrand };
    },
  });
