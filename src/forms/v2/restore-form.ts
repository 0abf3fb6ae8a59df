import { formActorOf } from '#form-basics/index.ts';
import { requireJsonAccepted } from '#http/accept.ts';
import { type Endpoint, endpoint } from '#http/endpoint.ts';
import type { ApiDeps } from './api-deps.ts';
import { FORM_HEADERS } from './form.shapes.ts';
import { FormDetail } from './form-detail.ts';
import { replyWithForm } from './write-form.ts';

/** POST /v2/formz/:id/restore: restores a form that was deleted within the last 30 days. */
export const restoreForm = (deps: ApiDeps): Endpoint =>
  endpoint({
    method: 'POST',
    path: '/v2/formz/:id/restore',
    protocol: 'problem',
    limit: 'api',
    access: { right: 'forms.write' },
    doc: {
      summary: 'Restore a deleted form',
      tag: 'Forms',
      description: [
        'For 30 days after the deletion, users with the right to edit answers of the template can restore a',
        'form. It is as it was, and pollers are told that it changed. A form that is not deleted stays as it is.',
      ].join('\n'),
      responses: {
        200: { description: 'The form.', schema: FormDetail, headers: FORM_HEADERS },
        404: { description: 'There is no form with this id that the acting user may restore.' },
      },
    },
    async handle(request) {
      requireJsonAccepted(request.headers['accept']);
      const by = formActorOf(request);
      const form = await deps.db.transaction((tx) =>
        deps.forms.restoreForm(tx, by, request.params.id),
      );
      return replyWithForm(deps, form, { status: 200 });
    },
  });
