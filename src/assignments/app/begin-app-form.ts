import { type Static, Type } from 'typebox';
import type { AssignmentsDeps } from '#assignments/assignments-deps.ts';
import { beginAssignment } from '#assignments/begin-assignment.ts';
import { type HowLost, LOST_TEXTS, WORK_LOST } from '#assignments/how-work-lost.ts';
import { actorIn, FORMS_FULL, timeOf } from '#form-basics/index.ts';
import { AppFormDetail, beginForm, describeForm, NewAppForm } from '#forms/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';

const { id, versionNumber, answers, location, begunOffline } = NewAppForm.properties;
const BegunAppForm = Type.Object(
  { id, versionNumber, answers, location, begunOffline },
  { title: 'BegunAppForm', additionalProperties: false },
);

const BegunWork = Type.Object(
  {
    ...AppFormDetail.properties,
    lost: Type.Optional(
      Type.Object(
        {
          reason: Type.Union(WORK_LOST.map((reason) => Type.Literal(reason))),
          detail: Type.String({ description: 'What happened, in English.' }),
          lostAt: Type.String({ format: 'date-time' }),
          lostBy: Type.Optional(Type.String({ description: 'The name of the user who did it.' })),
        },
        {
          description:
            'Why the form is not that of the assignment: a draft of its own, without a due date.',
        },
      ),
    ),
  },
  { title: 'BegunWork' },
);
export type BegunWork = Static<typeof BegunWork>;

/** POST /app/v1/assignments/:id/form: begins the form of an assignment. The same id again returns the same form. */
export const beginAppForm = (deps: AssignmentsDeps): Endpoint =>
  appEndpoint({
    method: 'POST',
    path: '/app/v1/assignments/:id/form',
    body: BegunAppForm,
    // As that of a new form.
    maxBodyBytes: 1_310_720,
    doc: {
      summary: 'Begin the form of an assignment',
      tag: 'Assignments',
      description:
        'For the person who has it, or a member of its group. A form that was begun offline is kept, even if somebody else has begun the assignment meanwhile, or it was handed on or ended: `lost` says so.',
      responses: {
        200: { description: 'The form had begun already, with this id.', schema: BegunWork },
        201: { description: 'The new draft.', schema: BegunWork },
        403: { description: 'The assignment is somebody else’s.' },
        404: 'no assignment seen',
        409: {
          description:
            'The form has begun, with another id, or the assignment has ended. `formId` is the form.',
        },
        422: 'wrong answers',
        ...FORMS_FULL,
      },
    },
    async handle(request) {
      const { db, directory } = deps;
      const by = actorIn(request);
      return await beginForm(deps, by.accountId, (begin) =>
        db.transaction(async (tx) => {
          const { params, body: input } = request;
          const made = await beginAssignment(deps)(tx, by, params.id, input, begin);
          const form = { ...made.form, deletedAt: undefined };
          const body = await describeForm({ db: tx, directory }, by, form);
          const { created, lost } = made;
          return {
            status: created ? 201 : 200,
            body: { ...body, ...(lost && { lost: shownLoss(lost) }) },
          };
        }),
      );
    },
  });

const shownLoss = ({ reason, at, who }: HowLost) => ({
  reason,
  detail: LOST_TEXTS[reason],
  lostAt: timeOf(at),
  ...(who !== undefined && { lostBy: who }),
});
