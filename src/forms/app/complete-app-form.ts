import { type Endpoint, endpoint } from '#http/endpoint.ts';
import { parseInput } from '#http/input.ts';
import { actorIn } from './actor.ts';
import { AppFormCompletion, AppFormDetail } from './app-form.shapes.ts';
import type { AppFormsDeps } from './app-forms-deps.ts';
import { describeForm } from './form-detail.ts';

/** POST /app/v1/forms/:id/complete: checks all answers and closes the draft. */
export const completeAppForm = ({ db, completeForm }: AppFormsDeps): Endpoint =>
  endpoint({
    method: 'POST',
    path: '/app/v1/forms/:id/complete',
    protocol: 'problem',
    access: { session: true },
    limit: 'api',
    body: 'json',
    // Answers of 1 MiB and what stands around them.
    maxBodyBytes: 1_310_720,
    doc: {
      summary: 'Complete a form',
      tag: 'Forms',
      description: 'Sent again after an answer that was lost, it is no fault.',
      body: AppFormCompletion,
      responses: {
        200: { description: 'The form, complete.', schema: AppFormDetail },
        404: { description: 'There is no such form for this person.' },
        409: { description: 'The form is complete, with other answers.' },
        412: { description: 'Somebody wrote it since; `current` is what is stored.' },
        422: { description: 'Answers are missing or not valid; `faults` has each place.' },
      },
    },
    async handle(request) {
      const { revision, ...completion } = parseInput(AppFormCompletion, request.body ?? {});
      const by = actorIn(request);
      const id = request.params['id'] ?? '';
      const form = await completeForm(by, id, { ...completion, ifRevision: revision });
      const body = await describeForm(db.reader, by, { ...form, deletedAt: undefined });
      return { status: 200, body };
    },
  });
