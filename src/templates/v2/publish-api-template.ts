import { formActorOf } from '#form-basics/index.ts';
import { type Endpoint, endpoint } from '#http/endpoint.ts';
import { publishChecked } from '#templates/publish-checked.ts';
import type { TemplatesDeps } from '#templates/templates-deps.ts';
import {
  DRAFT_HEADERS,
  expectedRevision,
  replyWithDraft,
  TemplateDraft,
} from './template-draft.ts';
import { TEMPLATE_REFUSALS } from './template-input.shapes.ts';

/** POST /v2/templates/:id/publish: publishes the draft as the version that new forms are made from. */
export const publishApiTemplate = (deps: TemplatesDeps): Endpoint =>
  endpoint({
    method: 'POST',
    path: '/v2/templates/:id/publish',
    protocol: 'problem',
    limit: 'api',
    access: { right: 'templates', role: 'designer' },
    doc: {
      summary: 'Publish a template',
      tag: 'Templates',
      description:
        'New forms are created from the draft as it is now. Forms that exist keep their version. Without changes nothing happens, so the request may be repeated.',
      responses: {
        200: { description: 'Published.', schema: TemplateDraft, headers: DRAFT_HEADERS },
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
      const { id } = request.params;
      const { db, publicUrl } = deps;
      const header = request.headers['if-match'];
      const revision = await expectedRevision(db.reader, deps, by, { id, header });
      return publishChecked(deps, by, id, revision, (tx, template) =>
        replyWithDraft(tx, template, publicUrl()),
      );
    },
  });
