import {
  readTemplateBrand,
  setTemplateBrand,
  TemplateBrand,
  TemplateBrandBody,
} from '#brand/index.ts';
import { actorIn } from '#form-basics/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { lockTemplateWithRight } from '#templates/find-template.ts';
import type { TemplatesDeps } from '#templates/templates-deps.ts';

/** PUT /app/v1/templates/:id/brand: sets what the forms of a template look like. */
export const putTemplateBrand = ({ db, directory, audit }: TemplatesDeps): Endpoint =>
  appEndpoint({
    method: 'PUT',
    path: '/app/v1/templates/:id/brand',
    role: 'designer',
    body: TemplateBrandBody,
    doc: {
      summary: 'Change the brand of a template',
      tag: 'Templates',
      responses: {
        200: { description: 'As it is now.', schema: TemplateBrand },
        403: 'template not managed',
        404: 'no template',
        422: { description: '`not-a-colour`, at `accent`.' },
      },
    },
    async handle(request) {
      const by = actorIn(request);
      const body = await db.transaction(async (tx) => {
        const { id } = await lockTemplateWithRight(tx, directory, by, request.params.id, 'manage');
        await setTemplateBrand({ audit }, tx, by, id, request.body);
        return readTemplateBrand(tx, by.accountId, id);
      });
      return { status: 200, body: body satisfies TemplateBrand };
    },
  });
