import { actorIn } from '#form-basics/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { publishChecked } from '#templates/publish-checked.ts';
import { PublishBody, TemplateDetail } from '#templates/template.shapes.ts';
import { describeWritten } from '#templates/template-detail.ts';
import type { TemplatesDeps } from '#templates/templates-deps.ts';

/** POST /app/v1/templates/:id/publish: publishes the draft as the version that new forms are made from. */
export const publishAppTemplate = (deps: TemplatesDeps): Endpoint =>
  appEndpoint({
    method: 'POST',
    path: '/app/v1/templates/:id/publish',
    role: 'designer',
    body: PublishBody,
    doc: {
      summary: 'Publish a template',
      tag: 'Templates',
      responses: {
        200: { description: 'Published.', schema: TemplateDetail },
        403: 'template not managed',
        404: 'no template',
        409: 'template archived',
        412: 'template changed',
        422: 'wrong definition',
      },
    },
    async handle(request) {
      const { revision } = request.body;
      const by = actorIn(request);
      const id = request.params.id;
      const body = await publishChecked(deps, by, id, revision, (tx, template) =>
        describeWritten(tx, deps.directory, by, template),
      );
      return { status: 200, body };
    },
  });
