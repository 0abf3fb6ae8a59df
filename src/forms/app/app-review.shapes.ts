import { type Static, Type } from 'typebox';
import {
  DECISION,
  NeedsSignature,
  ReopenReason,
  SignedWith,
} from '#forms/reviews/decision.shapes.ts';
import { Time } from '#http/shapes.ts';

const Person = Type.Object({
  id: Type.String(),
  name: Type.Optional(Type.String({ description: 'Left out if it was deleted.' })),
});

const State = Type.Union([
  Type.Literal('in-review'),
  Type.Literal('sent-back'),
  Type.Literal('approved'),
  Type.Literal('rejected'),
]);

const Said = {
  signature: Type.Optional(SignedWith),
  remark: Type.Optional(Type.String({ description: 'A remark on the form, or a reason.' })),
  remarks: Type.Optional(
    Type.Array(Type.Object({ field: Type.String(), remark: Type.String() }), {
      description: 'Remarks on single fields, by the names of their questions.',
    }),
  ),
};
/** What a reviewer said, or the reason why a form was reopened. */
export const SAID = Said;

/** Where the review of a form is, in lists. */
export const AppReview = Type.Object({
  state: State,
  step: Type.Integer({ description: 'The step that it is in, or was decided in, from 1.' }),
  at: Time('When it came into this state.'),
  by: { ...Person, description: 'Who brought it into this state.' },
});
export type AppReview = Static<typeof AppReview>;

/** The same of a single form. */
export const WholeAppReview = Type.Object(
  {
    ...AppReview.properties,
    steps: Type.Integer({ description: 'How many steps the review has.' }),
    round: Type.Integer({ description: 'How often the form was submitted.' }),
    needsSignature: Type.Optional(NeedsSignature),
    openedBy: Type.Optional({ ...Person, description: 'The reviewer who has opened it.' }),
    ...Said,
    changed: Type.Array(Type.String(), {
      description: 'The names of the questions whose answers changed since it was sent back.',
    }),
  },
  { title: 'AppFormReview' },
);
export type WholeAppReview = Static<typeof WholeAppReview>;

export const AppDecision = Type.Object(
  {
    ...DECISION,
    revision: Type.Integer({
      minimum: 1,
      description: 'The revision that the reviewer has read. If it changed, the answer is 412.',
    }),
  },
  { title: 'AppReviewDecision', additionalProperties: false },
);

/** What became of a form. The reviewer may not see it any more. */
export const AppDecided = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    revision: Type.Integer(),
    status: Type.Union([Type.Literal('draft'), Type.Literal('complete')]),
    review: AppReview,
  },
  { title: 'AppReviewDecided' },
);
export type AppDecided = Static<typeof AppDecided>;

export const AppReopening = Type.Object(
  { reason: Type.Optional(ReopenReason) },
  { title: 'AppFormReopening', additionalProperties: false },
);
