import { formActorOf } from '#form-basics/index.ts';
import { type Endpoint, endpoint } from '#http/endpoint.ts';
import type { TemplatesDeps } from '#templates/templates-deps.ts';
import { expectedRevision } from './template-draft.ts';
import { TEMPLATE_REFUSALS } from './template-input.shapes.ts';

/** DELETE /v2/templates/:id: deletes a template that was never published. */
export const deleteApiTemplate = (deps: TemplatesDeps): Endpoint =>
  endpoint({
    method: 'DELETE',
    path: '/v2/templates/:id',
    protocol: 'problem',
    limit: 'api',
    access: { right: 'templates', role: 'designer' },
    doc: {
      summary: 'Delete a template',
      tag: 'Templates',
      description:
        'Only a template that was never published. Archive others. It cannot be restored.',
      responses: {
        204: { description: 'The template was deleted.' },
        ...TEMPLATE_REFUSALS,
        409: { description: 'The template was published.', codes: ['template-state'] },
      },
    },
    async handle(request) {
      const by = formActorOf(request);
      const { id } = request.params;
      const header = request.headers['if-match'];
      await deps.db.transaction(async (tx) => {
        const ifRevision = await expectedRevision(tx, deps, by, { id, header });
        await deps.forms.deleteTemplate(tx, by, id, { ifRevision });
      });
      return { status: 204 };
    },
  });
