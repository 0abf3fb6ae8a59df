import { actorIn, type Form, named, readNames, timeOf } from '#form-basics/index.ts';
import { decideChecked } from '#forms/reviews/decide-checked.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import type { AppFormsDeps } from './app-forms-deps.ts';
import { type AppDecided, AppDecision, AppDecided as Decided } from './app-review.shapes.ts';

/** POST /app/v1/forms/:id/review: approves a form in review, sends it back, or rejects it. */
export const postAppReview = (deps: AppFormsDeps): Endpoint =>
  appEndpoint({
    method: 'POST',
    path: '/app/v1/forms/:id/review',
    body: AppDecision,
    doc: {
      summary: 'Decide on a form in review',
      tag: 'Forms',
      description: 'The request can be repeated after a lost answer.',
      responses: {
        200: { description: 'The state of the form.', schema: Decided },
        403: { description: 'The user is not asked to review the form, or it is their own.' },
        404: 'no form seen',
        409: { description: 'The form is not in review.' },
        412: {
          description:
            'Another reviewer was first: `decided` says who, when and how. Or the form has changed: `current` is the stored form.',
        },
        422: {
          description:
            'A field for office use is missing or not valid: `faults` lists each. Or the step needs a signature.',
        },
      },
    },
    async handle(request) {
      const { revision: ifRevision, ...decision } = request.body;
      const by = actorIn(request);
      const asked = { ...decision, ifRevision };
      const body = await decideChecked(deps, by, request.params.id, asked, async (tx, form) =>
        decided(form, await readNames(tx, by.accountId, [by.userId])),
      );
      return { status: 200, body };
    },
  });

function decided(form: Form, names: ReadonlyMap<string, string>): AppDecided {
  const { id, revision, status, review } = form;
  if (review === undefined) throw new Error('A form that was decided on has no review.');
  const { state, step, at, by } = review;
  return { id, revision, status, review: { state, step, at: timeOf(at), by: named(by, names) } };
}
