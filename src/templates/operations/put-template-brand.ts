import {
  readTemplateBrand,
  setTemplateBrand,
  TemplateBrand,
  TemplateBrandBody,
} from '#brand/index.ts';
import { actorOfCall } from '#form-basics/index.ts';
import { operation } from '#http/operation.ts';
import { lockTemplateWithRight } from '#templates/find-template.ts';
import type { TemplatesDeps } from '#templates/templates-deps.ts';

/** PUT /templates/:id/brand: sets what the forms of a template look like. */
export const putTemplateBrand = ({ db, directory, audit }: TemplatesDeps) =>
  operation({
    method: 'PUT',
    path: '/templates/:id/brand',
    right: 'templates',
    role: 'designer',
    body: TemplateBrandBody,
    etag: 'none',
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
    async handle(call) {
      const by = actorOfCall(call);
      const body = await db.transaction(async (tx) => {
        const { id } = await lockTemplateWithRight(tx, directory, by, call.params.id, 'manage');
        await setTemplateBrand({ audit }, tx, by, id, call.body);
        return readTemplateBrand(tx, by.accountId, id);
      });
      return { status: 200, body: body satisfies TemplateBrand };
    },
  });
