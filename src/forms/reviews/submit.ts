import type { Tx } from '#db/database.ts';
import type { Form, FormActor, FormWritesDeps, Review } from '#form-basics/index.ts';
import { recordEvent } from '#form-records/index.ts';
import type { JsonObject } from '#kernel/json.ts';
import { type ReviewPolicy, reviewPolicyIn } from '#questionnaires/definition/review-policy.ts';
import { changedSince } from './answer-prints.ts';
import { panelOf } from './reviewers.ts';

type Deps = Pick<FormWritesDeps, 'people'>;

/**
 * Puts a form that is being completed into the review that its version asks for; one that asks for none stays without.
 * A form that was sent back returns to the reviewer, and to the step, that it came from.
 * @param form complete, and not stored yet
 * @param at when it is completed, in milliseconds
 */
export async function submitted(
  { people }: Deps,
  tx: Tx,
  by: FormActor,
  form: Form,
  definition: JsonObject,
  at: number,
): Promise<Form> {
  const policy = reviewPolicyIn(definition);
  if (policy === undefined) {
    const { review: _, ...without } = form;
    return without;
  }
  const before = form.review;
  const step = Math.min(before?.step ?? 1, policy.steps.length);
  const author = by.via === 'link' || by.via === 'api' ? undefined : by.userId;
  const asked = { policy, step, author, sentBackBy: before?.sentBackBy };
  const review: Review = {
    ...begun(policy, author),
    step,
    round: (before?.round ?? 0) + 1,
    at,
    by: by.userId,
    panel: await panelOf(people, tx, form, asked),
    changed: changedSince(before?.prints, form.id, form.answers),
  };
  return { ...form, review };
}

const begun = ({ steps, own }: ReviewPolicy, author: string | undefined) =>
  ({
    state: 'in-review',
    steps: steps.length,
    author,
    own,
    decidedPanel: undefined,
    openedBy: undefined,
    sentBackBy: undefined,
    prints: undefined,
  }) as const;

/** Adds the submission of a form to its history, after its completion. */
export async function recordSubmission(
  deps: Parameters<typeof recordEvent>[0],
  tx: Tx,
  by: FormActor,
  form: Form,
): Promise<void> {
  if (form.review === undefined) return;
  const { step, round, changed } = form.review;
  await recordEvent(deps)(tx, by, form, 'submit', { step, round, changed: [...changed] });
}
