import { ANSWERS_FULL, actorIn } from '#form-basics/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import type { AppFormsDeps } from './app-forms-deps.ts';
import { AppFormCompleted, AppFormCompletion, COMPLETION_QUERY } from './completion.shapes.ts';
import { describeForm } from './form-detail.ts';

/** POST /app/v1/forms/:id/complete: checks all answers and completes the draft. */
export const completeAppForm = ({ db, directory, completeForm }: AppFormsDeps): Endpoint =>
  appEndpoint({
    method: 'POST',
    path: '/app/v1/forms/:id/complete',
    body: AppFormCompletion,
    // Room for answers of 1 MiB and the members around them.
    maxBodyBytes: 1_310_720,
    query: COMPLETION_QUERY,
    doc: {
      summary: 'Complete a form',
      tag: 'Forms',
      description: [
        'Removes answers to hidden questions and choices that are no longer offered, and lists them in',
        '`removed`. The request can be repeated after a lost answer.',
      ].join('\n'),
      responses: {
        200: { description: 'The completed form.', schema: AppFormCompleted },
        404: 'no form seen',
        409: { description: 'The form is complete, with other answers.' },
        412: {
          description: 'Another user or program changed the form. `current` is the stored form.',
        },
        422: { description: 'Answers are missing or not valid. `faults` lists each position.' },
        ...ANSWERS_FULL,
      },
    },
    async handle(request) {
      const { revision, ...sent } = request.body;
      const { completedMsAgo } = request.query;
      const by = actorIn(request);
      const id = request.params.id;
      const completion = { ...sent, completedMsAgo, ifRevision: revision };
      const { form, removed } = await completeForm(by, id, completion);
      const detail = await describeForm({ db: db.reader, directory }, by, {
        ...form,
        deletedAt: undefined,
      });
      const body: AppFormCompleted = {
        ...detail,
        ...(removed.length > 0 && { removed: removed.map((each) => ({ ...each })) }),
      };
      return { status: 200, body };
    },
  });
