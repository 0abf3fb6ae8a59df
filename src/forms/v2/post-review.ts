import { type Static, Type } from 'typebox';
import { formActorOf } from '#form-basics/index.ts';
import { ReviewItem, reviewColumns, reviewItem } from '#form-records/index.ts';
import { decideChecked } from '#forms/reviews/decide-checked.ts';
import { DECISION } from '#forms/reviews/decision.shapes.ts';
import { requireJsonAccepted } from '#http/accept.ts';
import { type Endpoint, endpoint } from '#http/endpoint.ts';
import { parseInput } from '#http/input.ts';
import type { ApiDeps } from './api-deps.ts';
import { FORM_HEADERS } from './form.shapes.ts';
import { etagOf } from './form-detail.ts';

const Decision = Type.Object(DECISION, { title: 'ReviewDecision', additionalProperties: false });

const Decided = Type.Object(
  {
    formId: Type.String({ format: 'uuid' }),
    revision: Type.Integer(),
    status: Type.Union([Type.Literal('draft'), Type.Literal('complete')]),
    review: ReviewItem,
  },
  { title: 'ReviewDecided' },
);

/** POST /v2/formz/:id/review: approves a form in review, sends it back, or rejects it. */
export const postReview = (deps: ApiDeps): Endpoint =>
  endpoint({
    method: 'POST',
    path: '/v2/formz/:id/review',
    protocol: 'problem',
    limit: 'api',
    access: { right: 'forms.write' },
    body: 'json',
    doc: {
      summary: 'Decide on a form in review',
      tag: 'Forms',
      description: [
        'Approves a form, sends it back to be corrected, or rejects it, and fills in the fields for office use of its step. The acting user is a reviewer of the step that',
        'the form is in, or has the right to review on its template. Nobody decides on their own form, unless its',
        'template allows that. Send If-Match with the ETag of your copy. The request can be repeated. The answer',
        'does not have the form: after the decision, the acting user may not see it any more.',
      ].join('\n'),
      body: Decision,
      responses: {
        200: { description: 'The state of the form.', schema: Decided, headers: FORM_HEADERS },
        400: { description: 'A remark is missing, or names no field.', codes: ['invalid-value'] },
        403: {
          description: 'The acting user is not asked to review the form, or it is their own.',
        },
        404: 'no form seen by the acting user',
        409: { description: 'The form is not in review.', codes: ['form-state'] },
        412: {
          description:
            'Another reviewer was first: `decided` says who, when and how. Or the form has another revision than If-Match names.',
        },
        422: {
          description:
            'A field for office use is missing or not valid: `faults` lists each. Or the step needs a signature.',
          codes: ['invalid-answers'],
        },
      },
    },
    async handle(request) {
      requireJsonAccepted(request.headers['accept']);
      const by = formActorOf(request);
      const decision = parseInput(Decision, request.body);
      const ifRevision = revisionIn(request.headers['if-match']);
      const asked = { ...decision, ifRevision };
      const form = await decideChecked(
        deps,
        by,
        request.params.id,
        asked,
        async (_tx, made) => made,
      );
      const { id, status, revision } = form;
      const review = reviewItem({ status, revision, ...reviewColumns(form) }, deps.publicUrl());
      if (review === null) throw new Error('A form that was decided on has no review.');
      const body: Static<typeof Decided> = { formId: id, revision, status, review };
      return { status: 200, headers: { etag: etagOf(form) }, body };
    },
  });

/** Returns the revision that If-Match names; one that no form has when it names none or several. */
function revisionIn(header: string | undefined): number | undefined {
  if (header === undefined || header.trim() === '*') return undefined;
  const [, revision] = /^\s*"(\d{1,15})"\s*$/.exec(header) ?? [];
  return Number(revision ?? 0);
}
