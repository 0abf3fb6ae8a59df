import { formActorOf } from '#form-basics/index.ts';
import { type Endpoint, endpoint } from '#http/endpoint.ts';
import type { TemplatesDeps } from '#templates/templates-deps.ts';
import { DRAFT_HEADERS, replyWithDraft, TemplateDraft } from './template-draft.ts';
import { TEMPLATE_REFUSALS } from './template-input.shapes.ts';

/** POST /v2/templates/:id/archive: stops new forms from a template. */
export const archiveApiTemplate = (deps: TemplatesDeps): Endpoint =>
  endpoint({
    method: 'POST',
    path: '/v2/templates/:id/archive',
    protocol: 'problem',
    limit: 'api',
    access: { right: 'templates', role: 'designer' },
    doc: {
      summary: 'Archive a template',
      tag: 'Templates',
      description: 'No new forms can be created from it. Forms that exist stay usable.',
      responses: {
        200: { description: 'The new state.', schema: TemplateDraft, headers: DRAFT_HEADERS },
        403: TEMPLATE_REFUSALS[403],
        404: TEMPLATE_REFUSALS[404],
        409: { description: 'The template was never published.', codes: ['template-state'] },
      },
    },
    async handle(request) {
      const by = formActorOf(request);
      return deps.db.transaction(async (tx) => {
        const template = await deps.forms.archiveTemplate(tx, by, request.params.id);
        return replyWithDraft(tx, template, deps.publicUrl());
      });
    },
  });
