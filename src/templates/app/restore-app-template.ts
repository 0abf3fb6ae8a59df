import { actorIn } from '#form-basics/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { TemplateDetail } from '#templates/template.shapes.ts';
import { describeWritten } from '#templates/template-detail.ts';
import type { TemplatesDeps } from '#templates/templates-deps.ts';

/** POST /app/v1/templates/:id/restore: restores an archived template to published. */
export const restoreAppTemplate = ({ db, directory, forms }: TemplatesDeps): Endpoint =>
  appEndpoint({
    method: 'POST',
    path: '/app/v1/templates/:id/restore',
    role: 'designer',
    doc: {
      summary: 'Restore an archived template',
      tag: 'Templates',
      responses: {
        200: { description: 'The current state.', schema: TemplateDetail },
        403: 'template not managed',
        404: 'no template',
      },
    },
    async handle(request) {
      const by = actorIn(request);
      const id = request.params.id;
      const body = await db.transaction(async (tx) =>
        describeWritten(tx, directory, by, await forms.restoreTemplate(tx, by, id)),
      );
      return { status: 200, body };
    },
  });
