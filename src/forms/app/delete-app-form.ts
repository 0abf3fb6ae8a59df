import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { actorIn } from './actor-in.ts';
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
        'Who is neither designer nor admin may delete drafts that they made. For 30 days a designer or an admin can restore it.',
      responses: {
        204: { description: 'Deleted.' },
        403: { description: 'It is complete, or somebody else made it.' },
        404: { description: 'There is no such form for this person.' },
      },
    },
    async handle(request) {
      const by = actorIn(request);
      const id = request.params.id;
      await db.transaction((tx) => forms.removeForm(tx, by, id));
      return { status: 204 };
    },
  });
