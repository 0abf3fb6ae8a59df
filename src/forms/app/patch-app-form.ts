import { ANSWERS_FULL, actorIn, named, readNames, timeOf } from '#form-basics/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { AppFormChange, AppFormSaved } from './app-form.shapes.ts';
import type { AppFormsDeps } from './app-forms-deps.ts';

/** PATCH /app/v1/forms/:id: saves a draft. The web client does so every few seconds while a form is filled in. */
export const patchAppForm = ({ db, forms }: AppFormsDeps): Endpoint =>
  appEndpoint({
    method: 'PATCH',
    path: '/app/v1/forms/:id',
    body: AppFormChange,
    // Room for answers of 1 MiB and the members around them.
    maxBodyBytes: 1_310_720,
    doc: {
      summary: 'Save a draft',
      tag: 'Forms',
      description:
        'Answers may be incomplete, but must have the right types. Repeating the request after a lost answer causes no conflict.',
      responses: {
        200: { description: 'Saved.', schema: AppFormSaved },
        404: {
          description:
            'There is no form with this id that the user may see. If it was theirs, `reason` is `form-deleted`, `form-assigned` or `form-claimed`, with `lostAt` and, if known, the name `lostBy`.',
        },
        409: { description: 'The form is complete.' },
        412: {
          description:
            'Another user or program changed the form. `current` contains { revision, answers, updatedAt, updatedBy }.',
        },
        422: 'wrong answers',
        ...ANSWERS_FULL,
      },
    },
    async handle(request) {
      const { revision, ...changes } = request.body;
      const by = actorIn(request);
      const id = request.params.id;
      const body = await db.transaction(async (tx): Promise<AppFormSaved> => {
        const form = await forms.editForm(tx, by, id, { ...changes, ifRevision: revision });
        const { type, id: assigneeId } = form.assignment;
        const names = await readNames(tx, by.accountId, [assigneeId]);
        return {
          revision: form.revision,
          name: form.name,
          updatedAt: timeOf(form.updatedAt),
          assignee: { type, ...named(assigneeId, names) },
        };
      });
      return { status: 200, body };
    },
  });
