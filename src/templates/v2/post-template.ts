import { formActorOf } from '#form-basics/index.ts';
import { type Endpoint, endpoint } from '#http/endpoint.ts';
import { parseBodyInput } from '#http/input.ts';
import type { TemplatesDeps } from '#templates/templates-deps.ts';
import { DRAFT_HEADERS, replyWithDraft, TemplateDraft } from './template-draft.ts';
import { NewTemplateInput } from './template-input.shapes.ts';

/** POST /v2/templates: creates a template as a draft. */
export const postTemplate = (deps: TemplatesDeps): Endpoint =>
  endpoint({
    method: 'POST',
    path: '/v2/templates',
    protocol: 'problem',
    limit: 'api',
    access: { right: 'templates', role: 'designer' },
    body: 'json',
    doc: {
      summary: 'Create a template',
      tag: 'Templates',
      description:
        'Creates a draft that the acting user manages. Forms can be created from it once it is published.',
      idempotent: true,
      body: NewTemplateInput,
      responses: {
        201: {
          description: 'The draft.',
          schema: TemplateDraft,
          headers: { ...DRAFT_HEADERS, Location: 'The address of the new resource.' },
        },
        422: {
          description: 'The definition is not valid. `faults` lists each position.',
          codes: ['invalid-definition'],
        },
      },
    },
    async handle(request) {
      const by = formActorOf(request);
      const input = parseBodyInput(NewTemplateInput, request.body);
      const base = deps.publicUrl();
      return deps.idempotency.once(request, 'POST /v2/templates', async (tx) => {
        const template = await deps.forms.createTemplate(tx, by, input);
        const headers = { location: `${base}/v2/templates/${template.id}` };
        return replyWithDraft(tx, template, base, { status: 201, headers });
      });
    },
  });
