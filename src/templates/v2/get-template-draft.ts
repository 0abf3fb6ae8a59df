import { ifNoneMatch } from '#http/conditional.ts';
import { type Endpoint, endpoint } from '#http/endpoint.ts';
import type { TemplatesDeps } from '#templates/templates-deps.ts';
import { DRAFT_HEADERS, replyWithDraft, requireManaged, TemplateDraft } from './template-draft.ts';
import { TEMPLATE_REFUSALS } from './template-input.shapes.ts';

/** GET /v2/templates/:id/draft: returns what those who manage a template change of it. */
export const getTemplateDraft = (deps: TemplatesDeps): Endpoint =>
  endpoint({
    method: 'GET',
    path: '/v2/templates/:id/draft',
    protocol: 'problem',
    limit: 'api',
    access: { right: 'forms.read', role: 'designer' },
    doc: {
      summary: 'Read the draft of a template',
      tag: 'Templates',
      responses: {
        200: {
          description: 'The draft and the settings of the template.',
          schema: TemplateDraft,
          headers: DRAFT_HEADERS,
        },
        304: 'not modified',
        403: TEMPLATE_REFUSALS[403],
        404: TEMPLATE_REFUSALS[404],
      },
    },
    async handle({ principal, params, headers }) {
      const { db, publicUrl } = deps;
      const template = await requireManaged(db.reader, deps, principal, params.id);
      const reply = await replyWithDraft(db.reader, template, publicUrl());
      const etag = reply.headers?.['etag'] ?? '';
      return ifNoneMatch(headers['if-none-match'], etag)
        ? { status: 304, headers: { etag } }
        : reply;
    },
  });
