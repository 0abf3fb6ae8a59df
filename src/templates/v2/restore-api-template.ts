import { formActorOf } from '#form-basics/index.ts';
import { type Endpoint, endpoint } from '#http/endpoint.ts';
import type { TemplatesDeps } from '#templates/templates-deps.ts';
import { DRAFT_HEADERS, replyWithDraft, TemplateDraft } from './template-draft.ts';
import { TEMPLATE_REFUSALS } from './template-input.shapes.ts';

/** POST /v2/templates/:id/restore: lets forms be created from an archived template again. */
export const restoreApiTemplate = (deps: TemplatesDeps): Endpoint =>
  endpoint({
    method: 'POST',
    path: '/v2/templates/:id/restore',
    protocol: 'problem',
    limit: 'api',
    access: { right: 'templates', role: 'designer' },
    doc: {
      summary: 'Restore an archived template',
      tag: 'Templates',
      description: 'Forms can be created from it again.',
      responses: {
        200: { description: 'The new state.', schema: TemplateDraft, headers: DRAFT_HEADERS },
        403: TEMPLATE_REFUSALS[403],
        404: TEMPLATE_REFUSALS[404],
      },
    },
    async handle(request) {
      const by = formActorOf(request);
      return deps.db.transaction(async (tx) => {
        const template = await deps.forms.restoreTemplate(tx, by, request.params.id);
        return replyWithDraft(tx, template, deps.publicUrl());
      });
    },
  });
