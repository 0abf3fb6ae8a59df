import { actorIn } from '#form-basics/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { MAX_DEFINITION_BODY } from '#questionnaires/definition/definition-limits.ts';
import { TemplateChangeBody, TemplateDetail } from '#templates/template.shapes.ts';
import { describeWritten } from '#templates/template-detail.ts';
import type { TemplatesDeps } from '#templates/templates-deps.ts';

/** PATCH /app/v1/templates/:id: changes the draft of a template and who may use it. */
export const patchAppTemplate = ({ db, directory, forms }: TemplatesDeps): Endpoint =>
  appEndpoint({
    method: 'PATCH',
    path: '/app/v1/templates/:id',
    role: 'designer',
    body: TemplateChangeBody,
    maxBodyBytes: MAX_DEFINITION_BODY,
    doc: {
      summary: 'Change a template',
      tag: 'Templates',
      responses: {
        200: { description: 'The current state.', schema: TemplateDetail },
        403: 'template not managed',
        404: 'no template',
        409: 'template archived',
        412: 'template changed',
        422: 'wrong definition',
      },
    },
    async handle(request) {
      const { revision, ...changes } = request.body;
      const by = actorIn(request);
      const id = request.params.id;
      const body = await db.transaction(async (tx) =>
        describeWritten(
          tx,
          directory,
          by,
          await forms.changeTemplate(tx, by, id, { ...changes, ifRevision: revision }),
        ),
      );
      return { status: 200, body };
    },
  });
