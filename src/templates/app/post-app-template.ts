import { actorIn } from '#form-basics/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { MAX_DEFINITION_BODY } from '#questionnaires/definition/definition-limits.ts';
import { NewTemplateBody, TemplateDetail } from '#templates/template.shapes.ts';
import { describeWritten } from '#templates/template-detail.ts';
import type { TemplatesDeps } from '#templates/templates-deps.ts';

/** POST /app/v1/templates: creates a template as a draft. */
export const postAppTemplate = ({ db, directory, forms }: TemplatesDeps): Endpoint =>
  appEndpoint({
    method: 'POST',
    path: '/app/v1/templates',
    role: 'designer',
    body: NewTemplateBody,
    maxBodyBytes: MAX_DEFINITION_BODY,
    doc: {
      summary: 'Create a template',
      tag: 'Templates',
      responses: {
        201: { description: 'The draft.', schema: TemplateDetail },
        422: 'wrong definition',
      },
    },
    async handle(request) {
      const input = request.body;
      const by = actorIn(request);
      const body = await db.transaction(async (tx) =>
        describeWritten(tx, directory, by, await forms.createTemplate(tx, by, input)),
      );
      return { status: 201, body };
    },
  });
