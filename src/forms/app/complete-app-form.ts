import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { actorIn } from './actor-in.ts';
import { AppFormCompleted, AppFormCompletion } from './app-form.shapes.ts';
import type { AppFormsDeps } from './app-forms-deps.ts';
import { describeForm } from './form-detail.ts';

/** POST /app/v1/forms/:id/complete: checks all answers and completes the draft. */
export const completeAppForm = ({ db, completeForm }: AppFormsDeps): Endpoint =>
  appEndpoint({
    method: 'POST',
    path: '/app/v1/forms/:id/complete',
    body: AppFormCompletion,
    // Room for answers of 1 MiB and the members around them.
    maxBodyBytes: 1_310_720,
    doc: {
      summary: 'Complete a form',
      tag: 'Forms',
      description: [
        'Answers to questions that are not shown and choices that are not offered go: `removed` says which.',
        'Sent again after an answer that was lost, it is no fault.',
      ].join('\n'),
      responses: {
        200: { description: 'The form, complete.', schema: AppFormCompleted },
        404: { description: 'There is no such form for this person.' },
        409: { description: 'The form is complete, with other answers.' },
        412: { description: 'Somebody wrote it since; `current` is what is stored.' },
        422: { description: 'Answers are missing or not valid; `faults` has each place.' },
      },
    },
    async handle(request) {
      const { revision, ...completion } = request.body;
      const by = actorIn(request);
      const id = request.params.id;
      const { form, removed } = await completeForm(by, id, { ...completion, ifRevision: revision });
      const detail = await describeForm(db.reader, by, { ...form, deletedAt: undefined });
      const body: AppFormCompleted = {
        ...detail,
        ...(removed.length > 0 && { removed: removed.map((each) => ({ ...each })) }),
      };
      return { status: 200, body };
    },
  });
