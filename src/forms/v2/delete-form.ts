import { formActorOf } from '#form-basics/index.ts';
import { type Endpoint, endpoint } from '#http/endpoint.ts';
import type { ApiDeps } from './api-deps.ts';
import { writeFormIn } from './write-form.ts';

/** DELETE /v2/formz/:id: marks a form as deleted. Users with the right to edit answers can still read it with includeDeleted, and restore it. */
export const deleteForm = (deps: ApiDeps): Endpoint =>
  endpoint({
    method: 'DELETE',
    path: '/v2/formz/:id',
    protocol: 'problem',
    limit: 'api',
    access: { right: 'forms.write' },
    doc: {
      summary: 'Delete a form',
      tag: 'Forms',
      description: [
        'People may delete drafts that they created and, with the right to edit answers of its template, any',
        'form that they see. It leaves all lists, and pollers are told. Those who have that right can restore',
        'it for 30 days.',
      ].join('\n'),
      responses: {
        204: { description: 'The form was deleted.' },
        403: { description: 'The acting user may see the form but may not delete it.' },
        404: 'no form seen by the acting user',
        412: {
          description: 'Another user or program changed the form. `current` is the current form.',
        },
      },
    },
    async handle(request) {
      const by = formActorOf(request);
      await writeFormIn(deps, request, (tx, before, expected) =>
        deps.forms.removeForm(tx, by, before.id, expected),
      );
      return { status: 204 };
    },
  });
