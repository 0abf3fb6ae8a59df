import { actorIn } from '#form-basics/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { AppFormDetail } from './app-form.shapes.ts';
import type { AppFormsDeps } from './app-forms-deps.ts';
import { AppReopening } from './app-review.shapes.ts';
import { describeForm } from './form-detail.ts';

/** POST /app/v1/forms/:id/reopen: turns a complete form back into a draft. */
export const reopenAppForm = ({ db, directory, forms }: AppFormsDeps): Endpoint =>
  appEndpoint({
    method: 'POST',
    path: '/app/v1/forms/:id/reopen',
    body: AppReopening,
    doc: {
      summary: 'Reopen a complete form',
      tag: 'Forms',
      description:
        'Its review ends, and the next completion begins a new one. The user who completed a form can take it back without any right until a reviewer opens it.',
      responses: {
        200: { description: 'The current state.', schema: AppFormDetail },
        404: { description: 'There is no such form.' },
        409: {
          description:
            'The form is a draft already, a reviewer has opened it, or it was decided on and the reason is missing.',
        },
      },
    },
    async handle(request) {
      const by = actorIn(request);
      const id = request.params.id;
      const body = await db.transaction(async (tx) => {
        const form = await forms.reopenForm(tx, by, id, request.body);
        return describeForm({ db: tx, directory }, by, { ...form, deletedAt: undefined });
      });
      return { status: 200, body };
    },
  });
