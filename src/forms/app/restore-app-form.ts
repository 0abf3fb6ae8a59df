import { actorIn } from '#form-basics/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { AppFormDetail } from './app-form.shapes.ts';
import type { AppFormsDeps } from './app-forms-deps.ts';
import { describeForm } from './form-detail.ts';

/** POST /app/v1/forms/:id/restore: restores a form that was deleted within the last 30 days. */
export const restoreAppForm = ({ db, directory, forms }: AppFormsDeps): Endpoint =>
  appEndpoint({
    method: 'POST',
    path: '/app/v1/forms/:id/restore',
    doc: {
      summary: 'Restore a deleted form',
      tag: 'Forms',
      responses: {
        200: { description: 'The current state.', schema: AppFormDetail },
        404: { description: 'There is no such form.' },
      },
    },
    async handle(request) {
      const by = actorIn(request);
      const id = request.params.id;
      const body = await db.transaction(async (tx) => {
        const form = await forms.restoreForm(tx, by, id);
        return describeForm({ db: tx, directory }, by, { ...form, deletedAt: undefined });
      });
      return { status: 200, body };
    },
  });
