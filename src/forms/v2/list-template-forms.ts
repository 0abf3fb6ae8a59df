import { Type } from 'typebox';
import type { FormsDeps } from '#form-basics/index.ts';
import { FormItem, requireTemplateOfForms, TEMPLATE_LIST_QUERY } from '#form-records/index.ts';
import { type Endpoint, endpoint } from '#http/endpoint.ts';
import { PAGE_HEADERS } from '#http/v2/v2-reply.ts';
import { replyWithForms, showItems } from './list-forms.ts';

/** GET /v2/templates/:id/formz: returns the forms of one template that the acting user can see. */
export const listTemplateForms = (deps: FormsDeps): Endpoint =>
  endpoint({
    method: 'GET',
    path: '/v2/templates/:id/formz',
    protocol: 'problem',
    limit: 'api',
    access: { right: 'forms.read' },
    doc: {
      summary: 'List the forms of a template',
      tag: 'Templates',
      description:
        'Like GET /v2/formz, with the same parameters and `where`, but only for forms of this template, of all its versions.',
      query: TEMPLATE_LIST_QUERY,
      responses: {
        200: { description: 'A bare array.', schema: Type.Array(FormItem), headers: PAGE_HEADERS },
        304: 'not modified',
        400: 'wrong parameter',
        404: 'no template to use by the acting user',
      },
    },
    async handle(request) {
      const template = await requireTemplateOfForms(deps, request.principal, request.params.id);
      return replyWithForms(deps, request, { template, toItems: showItems });
    },
  });
