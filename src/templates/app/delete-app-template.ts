import { Type } from 'typebox';
import { actorIn } from '#form-basics/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import type { TemplatesDeps } from '#templates/templates-deps.ts';

const QUERY = Type.Object(
  {
    revision: Type.Optional(
      Type.Integer({
        minimum: 1,
        description: 'Only this revision is deleted. Left out: whatever its revision is.',
      }),
    ),
  },
  { additionalProperties: false },
);

/** DELETE /app/v1/templates/:id: deletes a template that was never published. */
export const deleteAppTemplate = ({ db, forms }: TemplatesDeps): Endpoint =>
  appEndpoint({
    method: 'DELETE',
    path: '/app/v1/templates/:id',
    role: 'designer',
    query: QUERY,
    doc: {
      summary: 'Delete a template',
      tag: 'Templates',
      description:
        'Only a template that was never published. Others are archived. It cannot be restored.',
      responses: {
        204: { description: 'The template was deleted.' },
        403: 'template not managed',
        404: 'no template',
        409: { description: 'The template was published.' },
        412: 'template changed',
      },
    },
    async handle(request) {
      const { revision } = request.query;
      const by = actorIn(request);
      const { id } = request.params;
      await db.transaction((tx) => forms.deleteTemplate(tx, by, id, { ifRevision: revision }));
      return { status: 204 };
    },
  });
