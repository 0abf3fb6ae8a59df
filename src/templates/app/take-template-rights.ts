import { actorIn } from '#form-basics/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { TemplateDetail } from '#templates/template.shapes.ts';
import { describeWritten } from '#templates/template-detail.ts';
import type { TemplatesDeps } from '#templates/templates-deps.ts';

/** POST /app/v1/templates/:id/take-rights: gives the admin all rights on a template. */
export const takeTemplateRights = ({ db, directory, forms }: TemplatesDeps): Endpoint =>
  appEndpoint({
    method: 'POST',
    path: '/app/v1/templates/:id/take-rights',
    role: 'admin',
    doc: {
      summary: 'Take all rights on a template',
      tag: 'Templates',
      description:
        'Admins can do this for every template, whoever manages it. The audit log shows it.',
      responses: {
        200: { description: 'The template, with the new rights.', schema: TemplateDetail },
        404: 'no template',
      },
    },
    async handle(request) {
      const by = actorIn(request);
      const { id } = request.params;
      const body = await db.transaction(async (tx) =>
        describeWritten(tx, directory, by, await forms.takeRights(tx, by, id)),
      );
      return { status: 200, body };
    },
  });
