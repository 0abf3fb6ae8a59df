import { formActorOf } from '#form-basics/index.ts';
import { type Endpoint, endpoint } from '#http/endpoint.ts';
import { parseBodyInput } from '#http/input.ts';
import type { TemplatesDeps } from '#templates/templates-deps.ts';
import {
  DRAFT_HEADERS,
  expectedRevision,
  replyWithDraft,
  TemplateDraft,
} from './template-draft.ts';
import { TEMPLATE_REFUSALS, TemplateChangesInput } from './template-input.shapes.ts';

/** PATCH /v2/templates/:id/draft: changes the draft of a template and who may use it. */
export const patchTemplateDraft = (deps: TemplatesDeps): Endpoint =>
  endpoint({
    method: 'PATCH',
    path: '/v2/templates/:id/draft',
    protocol: 'problem',
    limit: 'api',
    access: { right: 'templates', role: 'designer' },
    body: 'json',
    doc: {
      summary: 'Change the draft of a template',
      tag: 'Templates',
      description:
        'The definition is replaced as a whole. Forms, also new ones, keep the published version until the draft is published.',
      body: TemplateChangesInput,
      responses: {
        200: { description: 'The new state.', schema: TemplateDraft, headers: DRAFT_HEADERS },
        ...TEMPLATE_REFUSALS,
        409: { description: 'The template is archived.', codes: ['template-state'] },
        422: {
          description: 'The definition is not valid. `faults` lists each position.',
          codes: ['invalid-definition'],
        },
      },
    },
    async handle(request) {
      const by = formActorOf(request);
      const changes = parseBodyInput(TemplateChangesInput, request.body);
      const { id } = request.params;
      const header = request.headers['if-match'];
      return deps.db.transaction(async (tx) => {
        const ifRevision = await expectedRevision(tx, deps, by, { id, header });
        const template = await deps.forms.changeTemplate(tx, by, id, { ...changes, ifRevision });
        return replyWithDraft(tx, template, deps.publicUrl());
      });
    },
  });
