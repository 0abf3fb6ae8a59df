import { actorIn } from '#form-basics/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import type { AppFormsDeps } from './app-forms-deps.ts';

/** POST /app/v1/forms/:id/review/open: notes that a reviewer has the form open. */
export const openAppReview = ({ db, forms }: AppFormsDeps): Endpoint =>
  appEndpoint({
    method: 'POST',
    path: '/app/v1/forms/:id/review/open',
    doc: {
      summary: 'Note that a reviewer has opened a form',
      tag: 'Forms',
      description:
        'From then on, the author cannot take the form back. Nothing happens if the user is not asked to review it.',
      responses: { 204: { description: 'It is noted.' }, 404: 'no form seen' },
    },
    async handle(request) {
      const by = actorIn(request);
      await db.transaction((tx) => forms.openReview(tx, by, request.params.id));
      return { status: 204 };
    },
  });
