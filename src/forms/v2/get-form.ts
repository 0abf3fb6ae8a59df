import { Type } from 'typebox';
import { requireJsonAccepted } from '#http/accept.ts';
import { ifNoneMatch } from '#http/conditional.ts';
import { type Endpoint, endpoint } from '#http/endpoint.ts';
import { readParameters } from '#http/v2/parameters.ts';
import type { ApiDeps } from './api-deps.ts';
import { FORM_HEADERS } from './form.shapes.ts';
import { describeForm, etagOf, FormDetail, officeOf, requireApiForm } from './form-detail.ts';

const QUERY = Type.Object({
  includeDeleted: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Also returns deleted forms, to those who may restore them.',
    }),
  ),
});

/** GET /v2/formz/:id: returns one form with the values of all its fields. */
export const getForm = (deps: ApiDeps): Endpoint =>
  endpoint({
    method: 'GET',
    path: '/v2/formz/:id',
    protocol: 'problem',
    limit: 'api',
    access: { right: 'forms.read' },
    doc: {
      summary: 'Read a form',
      tag: 'Forms',
      description:
        'Returns a value for each field of the template version, or null if there is no answer.',
      query: QUERY,
      responses: {
        200: { description: 'The form.', schema: FormDetail, headers: FORM_HEADERS },
        304: { description: 'The form has not changed since the revision in If-None-Match.' },
        404: 'no form seen by the acting user',
      },
    },
    async handle({ principal, params, query, headers }) {
      requireJsonAccepted(headers['accept']);
      const { includeDeleted = false } = readParameters(QUERY, query, ['includeDeleted']);
      const form = await requireApiForm(deps, principal, params.id, includeDeleted);
      const etag = etagOf(form);
      if (ifNoneMatch(headers['if-none-match'], etag)) return { status: 304, headers: { etag } };
      const body = {
        ...(await describeForm(deps, form)),
        ...(await officeOf(deps, principal, form)),
      };
      return { status: 200, headers: { etag }, body };
    },
  });
