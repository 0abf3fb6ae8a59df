import { actorIn } from '#forms/app/actor-in.ts';
import type { AppFormsDeps } from '#forms/app/app-forms-deps.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { TemplateDetail } from './template.shapes.ts';
import { describeTemplate } from './template-detail.ts';

/** POST /app/v1/templates/:id/restore: restores an archived template to published. */
export const restoreAppTemplate = ({ db, forms }: AppFormsDeps): Endpoint =>
  appEndpoint({
    method: 'POST',
    path: '/app/v1/templates/:id/restore',
    role: 'designer',
    doc: {
      summary: 'Restore an archived template',
      tag: 'Templates',
      responses: {
        200: { description: 'The current state.', schema: TemplateDetail },
        404: { description: 'There is no such template.' },
      },
    },
    async handle(request) {
      const by = actorIn(request);
      const id = request.params.id;
      const body = await db.transaction(async (tx) =>
        describeTemplate(tx, by, await forms.restoreTemplate(tx, by, id)),
      );
      return { status: 200, body };
    },
  });
