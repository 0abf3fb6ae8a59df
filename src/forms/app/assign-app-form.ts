import { actorIn, readDueDate } from '#form-basics/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { AppFormAssignment, AppFormDetail } from './app-form.shapes.ts';
import type { AppFormsDeps } from './app-forms-deps.ts';
import { describeForm } from './form-detail.ts';

/** POST /app/v1/forms/:id/assign: assigns a draft to a user or a group, and says when it is due. */
export const assignAppForm = ({ db, directory, forms }: AppFormsDeps): Endpoint =>
  appEndpoint({
    method: 'POST',
    path: '/app/v1/forms/:id/assign',
    body: AppFormAssignment,
    doc: {
      summary: 'Assign a form, or change its due date',
      tag: 'Forms',
      responses: {
        200: { description: 'The current state.', schema: AppFormDetail },
        404: 'no form seen',
        409: { description: 'The form is complete.' },
        412: {
          description: 'Another user or program changed the form. `current` is the stored form.',
        },
      },
    },
    async handle(request) {
      const { revision: ifRevision, assignment } = request.body;
      const dueAt = readDueDate(request.body.dueAt, 'dueAt');
      const by = actorIn(request);
      const id = request.params.id;
      const body = await db.transaction(async (tx) => {
        const form = await forms.assignForm(tx, by, id, { assignment, dueAt, ifRevision });
        return describeForm({ db: tx, directory }, by, { ...form, deletedAt: undefined });
      });
      return { status: 200, body };
    },
  });
