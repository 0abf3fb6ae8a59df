import { actorIn } from '#forms/app/actor.ts';
import type { AppFormsDeps } from '#forms/app/app-forms-deps.ts';
import { type Endpoint, endpoint } from '#http/endpoint.ts';
import { parseInput } from '#http/input.ts';
import { PublishBody, TemplateDetail } from './template.shapes.ts';
import { describeTemplate } from './template-detail.ts';

/** POST /app/v1/templates/:id/publish: makes the draft the version that new forms are made from. */
export const publishAppTemplate = ({ db, forms }: AppFormsDeps): Endpoint =>
  endpoint({
    method: 'POST',
    path: '/app/v1/templates/:id/publish',
    protocol: 'problem',
    access: { session: true, role: 'designer' },
    limit: 'api',
    body: 'json',
    doc: {
      summary: 'Publish a template',
      tag: 'Templates',
      body: PublishBody,
      responses: {
        200: { description: 'Published.', schema: TemplateDetail },
        404: { description: 'There is no such template.' },
        409: { description: 'The template is archived.' },
        412: { description: 'Somebody changed it since; `currentRevision` is the one now.' },
        422: { description: 'The definition is not valid; `faults` has each place.' },
      },
    },
    async handle(request) {
      const { revision } = parseInput(PublishBody, request.body ?? {});
      const by = actorIn(request);
      const id = request.params['id'] ?? '';
      const body = await db.transaction(async (tx) => {
        const { template } = await forms.publishTemplate(tx, by, id, { ifRevision: revision });
        return describeTemplate(tx, by, template);
      });
      return { status: 200, body };
    },
  });
