import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '#db/database.ts';
import {
  type Expected,
  type Form,
  type FormActor,
  type FormWritesDeps,
  type Review,
  readNames,
  timeOf,
} from '#form-basics/index.ts';
import {
  type FormAccess,
  followAnswers,
  isAuthor,
  lockForReview,
  mayReview,
  nextTime,
  recordEvent,
  staleFault,
  storeForm,
  storeOfficeAnswers,
} from '#form-records/index.ts';
import { type AppError, fail } from '#kernel/errors.ts';
import type { JsonObject } from '#kernel/json.ts';
import { invalidAnswers } from '#questionnaires/answers/invalid-answers.ts';
import { officeFieldsOf } from '#questionnaires/definition/office.ts';
import { reviewPolicyIn } from '#questionnaires/definition/review-policy.ts';
import { findVersion, findWholeDefinition, lacksRight } from '#templates/index.ts';
import { printsOf } from './answer-prints.ts';
import { checkRemarks, type Remarks } from './check-remarks.ts';
import type { OfficeAnswers } from './fill-office.ts';
import { panelOf } from './reviewers.ts';
import { signedWith } from './signed-with.ts';

export type DecisionKind = 'approve' | 'send-back' | 'reject';

export interface Decision extends Expected, Remarks {
  readonly decision: DecisionKind;
  /** The answers to the fields for office use of the step, by name. Those that are left out stay as they are. */
  readonly office?: JsonObject | undefined;
  /** The same, as decide-checked.ts has checked them. */
  readonly checked?: OfficeAnswers | undefined;
  /** The id of the uploaded file with which a step is signed that asks for it. */
  readonly signature?: string | undefined;
}

/** What a form is after a decision. */
const STATE = { approve: 'approved', 'send-back': 'sent-back', reject: 'rejected' } as const;

/**
 * Decides on a form in review: approves its step, sends the form back to be corrected, or rejects it. A request that is
 * repeated after its answer was lost succeeds.
 * @throws AppError `not-found`, `forbidden`, `form-state`, `precondition-failed` with `decided` when another reviewer
 * was first, `invalid-value` for remarks, `invalid-answers` for what the step asks for and is missing.
 */
export const decideReview =
  (deps: FormWritesDeps) =>
  async (tx: Tx, by: FormActor, id: string, asked: Decision): Promise<Form> => {
    const { form: before, access } = await lockForReview(tx, deps.directory, by, id);
    const { review } = before;
    if (review !== undefined && isRepeated(before, review, by, asked)) return before;
    const isAsked = review?.state === 'in-review' && access !== undefined && mayReview(access);
    if (!isAsked || isStale(before, asked)) throw await refusal(tx, before, access, asked);
    requireOther(before, review, by);
    const version = await findVersion(tx, before.accountId, before.templateVersionId);
    const remarks = checkRemarks(asked, version?.fields ?? []);
    const answered = await filledIn(tx, before, review.step, asked);
    const policy = version && reviewPolicyIn(version.definition);
    const signed = await signedWith(tx, by, before, policy, asked);
    const at = nextTime(deps, before);
    const decided = { ...review, at, by: by.userId, openedBy: review.openedBy ?? by.userId };
    const after =
      asked.decision === 'approve' && policy !== undefined && review.step < review.steps
        ? await nextStep(deps, tx, answered, decided, policy)
        : closed(answered, decided, asked.decision);
    const form = await storeForm(deps, tx, before, after);
    const { checked } = asked;
    if (checked !== undefined) await storeOfficeAnswers(tx, form, checked.closed);
    const told = { step: review.step, round: review.round };
    const said = { ...told, ...remarks, ...signed };
    await recordEvent(deps)(tx, by, form, asked.decision, said, told);
    return form;
  };

/** Thrown when another revision of the form was checked than is stored: decide-checked.ts checks again. */
export class CheckedOther extends Error {
  constructor() {
    super('another revision of the form was checked');
  }
}

/** Returns why a step can't end, naming what is missing by the titles that people see. */
function notFilledIn({ faults, missing }: OfficeAnswers): AppError {
  if (missing.length === 0) return invalidAnswers(faults);
  const value = missing.join(', ');
  return fail('invalid-answers', `Fill in first: ${value}.`, {
    at: 'office',
    because: { reason: 'office-missing', value },
    extra: { faults },
  });
}

/** Returns the form with what the reviewer filled in. @throws AppError `invalid-answers`, `invalid-value` */
async function filledIn(tx: Tx, form: Form, step: number, asked: Decision): Promise<Form> {
  const { checked, office = {} } = asked;
  if (checked !== undefined) {
    if (checked.revision !== form.revision) throw new CheckedOther();
    if (checked.faults.length > 0) throw notFilledIn(checked);
    const isSame = isDeepStrictEqual(checked.answers, form.answers);
    return isSame ? form : followAnswers(tx, { ...form, answers: checked.answers });
  }
  const whole = await findWholeDefinition(tx, form.accountId, form.templateVersionId);
  if (officeFieldsOf(whole).some((field) => field.step === step)) throw new CheckedOther();
  const [field] = Object.keys(office);
  if (field === undefined) return form;
  throw fail('invalid-value', 'This step has no fields to fill in. Leave office out.', {
    at: 'office',
    because: { reason: 'unknown-field', value: field.slice(0, 100).toWellFormed() },
  });
}

async function nextStep(
  { people }: FormWritesDeps,
  tx: Tx,
  form: Form,
  review: Review,
  policy: NonNullable<ReturnType<typeof reviewPolicyIn>>,
): Promise<Form> {
  const step = review.step + 1;
  const { author } = review;
  const panel = await panelOf(people, tx, form, { policy, step, author });
  return { ...form, review: { ...review, step, panel, decidedPanel: review.panel } };
}

function closed(form: Form, review: Review, decision: DecisionKind): Form {
  const state = STATE[decision];
  const next = { ...review, state, panel: undefined, decidedPanel: review.panel };
  if (state !== 'sent-back') return { ...form, review: next };
  const prints = printsOf(form.id, form.answers);
  return {
    ...form,
    status: 'draft',
    completedBy: undefined,
    review: { ...next, sentBackBy: review.by, prints, changed: [] },
  };
}

const isStale = ({ revision }: Form, { ifRevision }: Expected): boolean =>
  ifRevision !== undefined && ifRevision !== revision;

/** Nobody reviews their own form, unless its template allows that. @throws AppError `forbidden` */
function requireOther(form: Form, { own }: Review, by: FormActor): void {
  if (own || !isAuthor(form, by.userId)) return;
  throw fail(
    'forbidden',
    'You completed this form, or it is yours. Another reviewer decides on it.',
    {
      because: { reason: 'review-own' },
    },
  );
}

/** Returns whether the actor has made this very decision: the client did not receive the answer and asks again. */
function isRepeated(form: Form, review: Review, by: FormActor, asked: Decision): boolean {
  const { decision, ifRevision } = asked;
  if (review.by !== by.userId || review.decidedPanel === undefined) return false;
  const isSame = ifRevision === form.revision - 1;
  // Without a revision, a reviewer of two steps approves the second one.
  if (review.state === 'in-review') return decision === 'approve' && isSame;
  return review.state === STATE[decision] && (ifRevision === undefined || isSame);
}

const DECIDED = {
  approved: 'approved the form',
  'sent-back': 'sent the form back',
  rejected: 'rejected the form',
  'in-review': 'approved the step before',
} as const;

/** Returns why there is nothing to decide, or not for this actor. */
async function refusal(
  tx: Tx,
  form: Form,
  access: FormAccess | undefined,
  asked: Expected,
): Promise<AppError> {
  const { review, accountId } = form;
  if (review === undefined) {
    return fail('form-state', 'The form is not in review.', {
      because: { reason: 'not-in-review' },
    });
  }
  const { state, step, by, decidedPanel } = review;
  const isStep = state === 'in-review' && access !== undefined && !isStale(form, asked);
  if (isStep) return lacksRight('review');
  if (decidedPanel === undefined) return staleFault(tx, form, asked.ifRevision ?? 0);
  const who = (await readNames(tx, accountId, [by])).get(by) ?? by;
  const at = timeOf(review.at);
  return fail('precondition-failed', `${who} ${DECIDED[state]} at ${at}.`, {
    because: { reason: 'review-decided', who },
    extra: { decided: { state, step, at, by: { id: by, name: who } } },
  });
}
