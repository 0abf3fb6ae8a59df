import { actorIn } from '#form-basics/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import type { AppFormsDeps } from './app-forms-deps.ts';

/** DELETE /app/v1/forms/:id: deletes a form, which can be restored for 30 days. */
export const deleteAppForm = ({ db, forms }: AppFormsDeps): Endpoint =>
  appEndpoint({
    method: 'DELETE',
    path: '/app/v1/forms/:id',
    doc: {
      summary: 'Delete a form',
      tag: 'Forms',
      description:
        'People may delete drafts that they created. With the right to edit answers of the template they may delete any form that they see, and can restore it for 30 days.',
      responses: {
        204: 'deleted',
        403: { description: 'The form is complete, or another user created it.' },
        404: 'no form seen',
      },
    },
    async handle(request) {
      const by = actorIn(request);
      const id = request.params.id;
      await db.transaction((tx) => forms.removeForm(tx, by, id));
      return { status: 204 };
    },
  });
